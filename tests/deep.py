"""The tests that wait for `make check`: each takes seconds or minutes, and `make test` has a shorter one for most of what they guard.

A name is that of a file, or of a test or a class in it.  What is not named here runs in `make test`.  A test whose examples are drawn
by hypothesis runs in both, with few examples there and with many here; if it is named it runs here alone.
"""

DEEP = [
    # a site, or a fixture book of their own, in a real browser
    "book/test_accessibility.py", "book/test_browser_gate.py", "book/test_ledger_page.py", "book/test_run_in_page.py", "book/test_search.py",
    "book/test_weight.py", "book/test_moved.py::test_the_browser_goes_on_to_the_very_place", "book/test_site.py::test_no_reader_stumbles_on_the_pages_of_today",
    *(f"book/test_map.py::{name}" for name in (
        "test_the_chapter_map_counts_the_dependencies", "test_nothing_on_a_map_overlaps",
        "test_a_sign_lights_up_what_it_needs_and_what_needs_it", "test_the_focus_on_a_sign_can_be_seen_and_leads_to_the_statement",
        "test_without_javascript_the_same_stands_in_words", "test_the_first_screen_says_what_the_book_is_and_how_the_ledger_stands")),
    *(f"book/test_explorables.py::{name}" for name in (
        "test_the_numbers_are_those_of_the_package_in_many_states", "test_a_wrong_constant_is_found",
        "test_nothing_moves_when_it_comes_to_life", "test_nothing_moves_while_it_is_played", "test_everything_is_seen_in_the_dark",
        "test_everything_that_can_be_moved_changes_something", "test_it_fits_a_phone_and_answers_to_a_finger")),
    "benchmarks/test_bench.py::test_what_is_fetched_on_the_way_to_the_end_is_counted",
    "benchmarks/test_bench.py::test_the_first_paint_is_that_of_the_slowest_page",
    # builds of fixture books, one or more each
    "book/test_gate_reader.py", "book/test_math.py", "book/test_notebooks.py", "book/test_fork_server.py", "book/test_reproducible.py",
    *(f"book/test_cite.py::{name}" for name in (
        "test_a_page_ends_with_citations_that_the_keyboard_copies", "test_without_an_address_the_citation_has_none",
        "test_the_first_page_cites_the_whole_book", "test_pages_that_are_no_pages_of_the_book_have_no_citation",
        "test_a_citation_file_that_lacks_something_stops_the_build", "test_other_sites_see_title_description_and_card",
        "test_without_an_address_there_is_no_card", "test_labelled_boxes_and_equations_have_a_sign_with_a_name_and_others_none",
        "test_the_sign_appears_when_the_keyboard_reaches_it", "test_an_anchor_that_disappears_is_noticed_and_an_alias_keeps_it")),
    "book/test_figures.py::test_a_phone_stacks_the_panels_and_everything_else_shows_the_picture_once",
    *(f"book/test_gate_ledger.py::{name}" for name in (
        "test_a_healthy_book_passes_and_so_does_a_harmless_change", "test_a_cell_that_fails_stops_the_build",
        "test_circular_proofs_fail_the_build_and_are_named",
        "test_a_mention_in_a_box_and_a_proof_that_names_its_statement_are_no_circle", "test_a_bad_seed_stops_the_build_with_one_sentence")),
    "book/test_index.py::test_the_index_follows_the_chapters", "book/test_execute.py::test_another_look_of_the_cards_is_shown_and_runs_no_cell",
    # schemas, each in a process of its own
    "test_github.py::test_file_is_well_formed", "test_github.py::test_a_file_that_is_not_well_formed_is_noticed",
    "test_contributing.py",
    # paper
    "book/test_pdf.py",
    # the book against itself: machines that fail, other seeds, wrong statements, absurd arguments
    "falsification/test_faults.py", "falsification/test_sweep.py", "falsification/test_parallel.py", "falsification/test_fuzz.py::test_no_function_complains",
    "falsification/test_drawn.py::test_a_hole_fails_the_run_unless_it_is_explained",
    *(f"falsification/test_mutants.py::{name}" for name in (
        "test_a_mutant_of_every_third_page_does_today_what_it_should", "test_an_edit_of_one_declaration_costs_two_trials",
        "test_only_a_new_mutant_is_played_and_an_old_one_leaves_the_record",
        "test_a_trial_plays_the_cells_it_needs", "test_a_wrong_statement_is_red",
        "test_a_trial_that_reaches_no_verdict_is_no_refutation")),
    "chapters/test_case_files.py::test_a_case_that_no_longer_holds_stops_the_page",
    # the grader, which `make test` runs on one wrong answer to each question and on a small class
    "grading/test_grading.py", "requirements/test_supply.py::test_a_file_with_another_hash_is_refused",
    # the package: compilations in fresh processes, thousands of games, all faces of all hulls
    *(f"otbnotes/test_words.py::{name}" for name in (
        "test_same_numbers_with_and_without_numba", "TestCache::test_is_used_and_never_stale",
        "TestCache::test_a_loss_from_elsewhere_is_never_stale_and_leaves_nothing_behind",
        "TestCache::test_stands_where_numba_is_told_or_beside_the_package")),
    *(f"otbnotes/test_comparator.py::{name}" for name in (
        "TestCertificate::test_conjugate_is_the_supremum", "TestReliable::test_real_data", "TestReliable::test_thousands_of_small_games",
        "TestReliable::test_shapes_and_degenerate_features")),
    "otbnotes/test_geometry_sets.py::TestNearest::test_compiled_and_not",
    "otbnotes/test_kernels.py::TestPerceptron::test_one_pass_against_a_loop_over_supports",
    "otbnotes/test_compression.py::TestMinNormPoint::test_exact_by_trying_all_faces",
    "otbnotes/test_estimator.py::test_the_conventions_of_scikit_learn", "otbnotes/test_stability.py::TestStability::test_the_sharp_constant_holds",
]
