<?php
// SPDX-License-Identifier: Apache-2.0
// Installs WordPress into an empty database and fills it, the same for the same number of posts.
//
//     php populate.php WORDPRESS WORDS POSTS

[, $wordpress, $vocabulary, $posts] = $argv;
define( 'WP_INSTALLING', true );
$_SERVER += array( 'HTTP_HOST' => '127.0.0.1', 'REQUEST_METHOD' => 'GET', 'REMOTE_ADDR' => '127.0.0.1' );

function wp_new_blog_notification() {} // WordPress's own would send a mail

require "$wordpress/wp-load.php";
require ABSPATH . 'wp-admin/includes/upgrade.php';

const TOPICS   = 8;
const COMMENTS = 4; // of a post, in the mean
const BEGIN    = 1577836800; // 2020

$words = file( $vocabulary, FILE_IGNORE_NEW_LINES );
mt_srand( 1 );

// A few words are frequent, as in a language.
function word() {
	global $words;
	$u = mt_rand() / mt_getrandmax();
	return $words[ (int) ( ( count( $words ) - 1 ) * $u * $u ) ];
}

function sentence( $least, $most ) {
	$said = array();
	for ( $n = mt_rand( $least, $most ); $n > 0; $n-- ) {
		$said[] = word();
	}
	return ucfirst( implode( ' ', $said ) );
}

function paragraphs( $n ) {
	$text = '';
	for ( ; $n > 0; $n-- ) {
		$said = '';
		for ( $s = mt_rand( 3, 7 ); $s > 0; $s-- ) {
			$said .= sentence( 6, 14 ) . '. ';
		}
		$text .= "<!-- wp:paragraph -->\n<p>" . rtrim( $said ) . "</p>\n<!-- /wp:paragraph -->\n\n";
	}
	return $text;
}

wp_install( 'The Whodunit Gazette', 'editor', 'editor@example.org', true, '', 'editor' );
wp_installing( false );
foreach ( array(
	'permalink_structure'         => '/archives/%post_id%',
	'blogdescription'             => 'News of the last request',
	'comment_previously_approved' => 0,
	'comments_notify'             => 0,
	'moderation_notify'           => 0,
) as $option => $value ) {
	update_option( $option, $value );
}
$wp_rewrite->init();
create_initial_taxonomies(); // their paths are those of the permalinks
$wp_rewrite->flush_rules( false );

wp_defer_term_counting( true );
wp_defer_comment_counting( true );
$wpdb->query( 'START TRANSACTION' );
$topics = array();
for ( $i = 0; $i < TOPICS; $i++ ) {
	$topics[] = wp_insert_term( ucfirst( $words[ $i ] ), 'category', array( 'slug' => $words[ $i ] ) )['term_id'];
}
for ( $i = 0; $i < $posts; $i++ ) {
	$when = gmdate( 'Y-m-d H:i:s', BEGIN + $i * 7200 );
	$id   = wp_insert_post(
		array(
			'import_id'      => 1000 + $i, // WordPress's own pages come before
			'post_title'     => sentence( 3, 7 ),
			'post_content'   => paragraphs( mt_rand( 3, 9 ) ),
			'post_status'    => 'publish',
			'post_author'    => 1,
			'post_category'  => array( $topics[ mt_rand( 0, TOPICS - 1 ) ] ),
			'post_date'      => $when,
			'post_date_gmt'  => $when,
			'comment_status' => 'open',
		),
		true
	);
	if ( is_wp_error( $id ) ) {
		fwrite( STDERR, $id->get_error_message() . "\n" );
		exit( 1 );
	}
	for ( $c = mt_rand( 0, 2 * COMMENTS ); $c > 0; $c-- ) {
		wp_insert_comment(
			array(
				'comment_post_ID'      => $id,
				'comment_author'       => ucfirst( word() ),
				'comment_author_email' => word() . '@example.org',
				'comment_content'      => sentence( 5, 30 ),
				'comment_date'         => $when,
				'comment_date_gmt'     => $when,
				'comment_approved'     => 1,
			)
		);
	}
	if ( $i % 100 === 0 ) {
		wp_cache_flush(); // it would keep every post
	}
}
wp_defer_comment_counting( false );
wp_defer_term_counting( false );
$wpdb->query( 'COMMIT' );
