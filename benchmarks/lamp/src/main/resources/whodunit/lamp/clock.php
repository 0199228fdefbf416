<?php
// At each request's end: what php's worker has used so far, and the thread that has served it in the database, in
// microseconds of CPU, with the visitor's name for the request. What comes behind that, as putting away, is the next
// one's.
register_shutdown_function( function () {
	global $wpdb;
	$route = preg_replace( '/[^A-Z_]/', '', $_SERVER['HTTP_X_ROUTE'] ?? '' );
	if ( $route === '' || ! isset( $wpdb->dbh ) ) {
		return;
	}
	$thread = mysqli_fetch_row(
		mysqli_query( $wpdb->dbh, 'SELECT tid FROM information_schema.processlist WHERE id = CONNECTION_ID()' )
	)[0];
	$lines = '';
	foreach ( array( 'mariadb' => $thread, 'php' => getmypid() ) as $tier => $worker ) {
		$nanos = explode( ' ', file_get_contents( "/proc/$worker/task/$worker/schedstat" ) )[0];
		$lines .= sprintf( "%s %d %d %s\n", $tier, $worker, $nanos / 1000, $route );
	}
	file_put_contents( getenv( 'WHODUNIT_LAMP_CLOCK' ), $lines, FILE_APPEND );
} );
