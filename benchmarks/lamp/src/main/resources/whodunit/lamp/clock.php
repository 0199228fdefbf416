<?php
// At each request's begin: the process, the microseconds of CPU that it has used so far, and the visitor's name for
// the request. What a request has used, the process's putting away included, shows at the next one's begin.
if ( isset( $_SERVER['HTTP_X_ROUTE'] ) ) {
	$used = getrusage();
	file_put_contents(
		getenv( 'WHODUNIT_LAMP_CLOCK' ),
		sprintf(
			"%d %d %s\n",
			getmypid(),
			1000000 * ( $used['ru_utime.tv_sec'] + $used['ru_stime.tv_sec'] ) + $used['ru_utime.tv_usec'] + $used['ru_stime.tv_usec'],
			preg_replace( '/[^A-Z_]/', '', $_SERVER['HTTP_X_ROUTE'] )
		),
		FILE_APPEND
	);
	unset( $used );
}
