/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of docs/flows.md, each as a section of a few instructions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "flows/dataflow.h"

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, XMM0 = WD_REG_VECTOR, XMM1 };
enum { QUEUE = 0x1000, OTHER = 0x1010, ITEM = 0x7000, STACK = 0x100000, SP = STACK + 0x800, END = STACK + 0x1000 };

static struct wd_dataflow d;
static struct wd_effect effects[WD_WRITTEN];

/* What is known of shared memory: at OTHER there is an item. */
static int find(uint64_t address, uint64_t value, struct wd_entry *out)
{
    *out = (struct wd_entry){ .address = OTHER, .value = ITEM, .context = 7, .producer = 3, .size = 8, .store = 1 };
    return address == OTHER && value == ITEM;
}

static int begin(void **state)
{
    (void)state;
    d.find = find;
    wd_dataflow_begin(&d, STACK, END, SP);
    return 0;
}

static void step(struct wd_op op, uint64_t address, uint64_t value)
{
    struct wd_access log[2] = { { .address = address, .value = value }, { .address = address + 8, .value = value } };
    op.pc = 0x400000;
    wd_dataflow_step(&d, &op, log);
}

#define LOAD(reg, address, value, ...) \
    step((struct wd_op){ .kind = WD_OP_LOAD, .to = reg, .size = 8, .logs = 1, __VA_ARGS__ }, address, value)
#define STORE(address, reg, value) \
    step((struct wd_op){ .kind = WD_OP_STORE, .from = reg, .size = 8, .logs = 1 }, address, value)
#define COMPUTE(...) step((struct wd_op){ .kind = WD_OP_COMPUTE, __VA_ARGS__ }, 0, 0)

static const struct wd_effect *only(void)
{
    assert_int_equal(wd_dataflow_publish(&d, effects), 1);
    assert_int_equal(effects[0].address, QUEUE);
    return &effects[0];
}

static void a_value_from_outside_is_produced(void **state)
{
    (void)state;
    STORE(QUEUE, RBX, ITEM);
    assert_int_equal(only()->kind, WD_PRODUCED);
}

static void a_value_from_the_own_stack_is_produced(void **state)
{
    (void)state;
    LOAD(RAX, SP + 8, ITEM);
    STORE(QUEUE, RAX, ITEM);
    assert_int_equal(only()->kind, WD_PRODUCED);
}

static void nothing_is_no_item(void **state)
{
    (void)state;
    STORE(QUEUE, RBX, 0);
    assert_int_equal(only()->kind, WD_CLEARED);
}

static void a_constant_is_not_produced(void **state)
{
    (void)state;
    step((struct wd_op){ .kind = WD_OP_STORE_CONST, .size = 8, .logs = 1 }, QUEUE, 5);
    assert_int_equal(only()->kind, WD_CLEARED);
}

static void a_count_is_not_produced(void **state)
{
    (void)state;
    LOAD(RAX, QUEUE, 5);
    COMPUTE(.reads = 1 << RAX, .writes = 1 << RAX);
    STORE(QUEUE, RAX, 6);
    assert_int_equal(only()->kind, WD_CLEARED);
    COMPUTE(.memory_write = 1, .logs = 0);
    step((struct wd_op){ .kind = WD_OP_COMPUTE, .memory_write = 1, .logs = 1 }, QUEUE, 0);
    assert_int_equal(only()->kind, WD_CLEARED);
}

static void the_own_stack_is_nobodys(void **state)
{
    (void)state;
    STORE(SP + 16, RBX, ITEM);
    assert_int_equal(wd_dataflow_publish(&d, effects), 0);
}

static void memory_of_which_nothing_is_known_is_not_produced(void **state)
{
    (void)state;
    LOAD(RAX, 0x5000, ITEM);
    STORE(QUEUE, RAX, ITEM);
    assert_int_equal(only()->kind, WD_CLEARED);
}

static void an_item_that_is_stored_again_is_moved(void **state)
{
    (void)state;
    LOAD(RAX, OTHER, ITEM);
    STORE(SP + 8, RAX, ITEM);
    LOAD(RCX, SP + 8, ITEM);
    STORE(QUEUE, RCX, ITEM);
    assert_int_equal(only()->kind, WD_MOVED);
    assert_int_equal(d.item[effects[0].item].entry.producer, 3);
    wd_dataflow_tail(&d);
    assert_true(d.item[0].moved);
}

static void two_values_side_by_side_stay_two(void **state)
{
    (void)state;
    LOAD(XMM0, OTHER, ITEM);
    step((struct wd_op){ .kind = WD_OP_MOVE, .to = XMM1, .from = RBX, .size = 8 }, 0, 0);
    step((struct wd_op){ .kind = WD_OP_JOIN, .to = XMM0, .with = XMM0, .from = XMM1, .size = 8 }, 0, 0);
    step((struct wd_op){ .kind = WD_OP_STORE, .from = XMM0, .size = 16, .logs = 2 }, QUEUE, ITEM);
    assert_int_equal(wd_dataflow_publish(&d, effects), 2);
    assert_int_equal(effects[0].kind, WD_MOVED);
    assert_int_equal(effects[1].kind, WD_PRODUCED);
}

static void use_after_the_section_consumes(void **state)
{
    (void)state;
    LOAD(RBX, OTHER, ITEM);
    COMPUTE(.reads = 1 << RBX, .writes = 1 << RAX);
    assert_false(d.item[0].used);
    wd_dataflow_tail(&d);
    step((struct wd_op){ .kind = WD_OP_MOVE, .to = RDI, .from = RBX, .size = 8 }, 0, 0);
    assert_false(d.item[0].used);
    LOAD(RAX, ITEM, 1, .addresses = 1 << RDI);
    assert_true(d.item[0].used);
}

static void what_was_read_through_an_item_stands_for_it(void **state)
{
    (void)state;
    LOAD(RAX, OTHER, ITEM);
    LOAD(RBX, ITEM + 8, 4, .addresses = 1 << RAX);
    wd_dataflow_tail(&d);
    COMPUTE(.reads = 1 << RBX);
    assert_true(d.item[0].used && d.item[0].read);
}

static void what_is_only_filled_after_the_section_is_told(void **state)
{
    (void)state;
    LOAD(RBX, OTHER, ITEM);
    LOAD(RAX, ITEM, 0, .addresses = 1 << RBX);
    wd_dataflow_tail(&d);
    step((struct wd_op){ .kind = WD_OP_STORE_CONST, .size = 8, .logs = 1, .addresses = 1 << RBX }, ITEM + 8, 5);
    assert_true(d.item[0].filled);
    LOAD(RAX, ITEM + 8, 5, .addresses = 1 << RBX);
    assert_false(d.item[0].read);
    LOAD(RAX, ITEM + 16, 4, .addresses = 1 << RBX);
    assert_true(d.item[0].read);
}

static void what_is_added_to_is_looked_at(void **state)
{
    (void)state;
    struct wd_op add = { .kind = WD_OP_COMPUTE, .memory_write = 1, .memory_read = 1, .logs = 1, .addresses = 1 << RBX };
    LOAD(RBX, OTHER, ITEM);
    wd_dataflow_tail(&d);
    step((struct wd_op){ .kind = WD_OP_STORE_CONST, .size = 8, .logs = 1, .addresses = 1 << RBX }, ITEM + 8, 5);
    step(add, ITEM + 8, 0); /* what was put there a moment ago */
    assert_false(d.item[0].read);
    step(add, ITEM, 0);
    assert_true(d.item[0].filled && d.item[0].read);
}

static void a_call_by_an_item_reads_it(void **state)
{
    (void)state;
    LOAD(RBX, OTHER, ITEM);
    wd_dataflow_tail(&d);
    step((struct wd_op){ .kind = WD_OP_PUSH, .from = WD_REG_NONE, .size = 8, .logs = 1, .addresses = 1 << RBX }, SP - 8,
         0x400010);
    assert_true(d.item[0].read);
    assert_false(d.item[0].filled);
}

static void what_is_left_where_it_was_is_not_taken(void **state)
{
    (void)state;
    LOAD(RBX, OTHER, ITEM);
    STORE(SP + 8, RBX, ITEM);
    assert_false(wd_dataflow_takes(&d, 0));
    step((struct wd_op){ .kind = WD_OP_STORE_CONST, .size = 8, .logs = 1 }, ITEM + 16, 5);
    assert_false(wd_dataflow_takes(&d, 0));
    wd_dataflow_publish(&d, effects);
    step((struct wd_op){ .kind = WD_OP_STORE_CONST, .size = 8, .logs = 1 }, QUEUE, 5);
    assert_true(wd_dataflow_takes(&d, 0));
}

/* As an entry's references, behind the first one of its bucket. */
static void counting_in_what_is_found_takes_nothing(void **state)
{
    (void)state;
    struct wd_op add = { .kind = WD_OP_COMPUTE, .memory_write = 1, .memory_read = 1, .logs = 1, .addresses = 1 << RBX };
    LOAD(RBX, OTHER, ITEM);
    LOAD(RBX, ITEM, ITEM + 4096, .addresses = 1 << RBX);
    step(add, ITEM + 4112, 0);
    assert_false(wd_dataflow_takes(&d, 0));
    add.addresses = 0; /* an index of the queue's */
    step(add, QUEUE, 0);
    assert_true(wd_dataflow_takes(&d, 0));
}

static void what_is_taken_as_a_whole_leaves_nothing(void **state)
{
    (void)state;
    LOAD(RBX, OTHER, ITEM);
    assert_false(wd_dataflow_empties(&d, OTHER));
    LOAD(RAX, ITEM, 0, .addresses = 1 << RBX);
    STORE(OTHER, RAX, 0);
    assert_false(wd_dataflow_empties(&d, OTHER)); /* that it has no successor was looked at */
    STORE(OTHER, RDI, OTHER);
    assert_true(wd_dataflow_empties(&d, OTHER));
    step((struct wd_op){ .kind = WD_OP_STORE_CONST, .size = 8, .logs = 1 }, OTHER, 0);
    assert_true(wd_dataflow_empties(&d, OTHER));
}

static void what_a_function_gets_is_used(void **state)
{
    (void)state;
    LOAD(RBX, OTHER, ITEM);
    wd_dataflow_tail(&d);
    wd_dataflow_passed_on(&d);
    assert_false(d.item[0].used);
    step((struct wd_op){ .kind = WD_OP_MOVE, .to = RDI, .from = RBX, .size = 8 }, 0, 0);
    wd_dataflow_passed_on(&d);
    assert_true(d.item[0].used);
}

static void registers_that_calls_destroy_hold_nothing_afterwards(void **state)
{
    (void)state;
    LOAD(RDX, OTHER, ITEM);
    wd_dataflow_tail(&d);
    COMPUTE(.reads = 1 << RDX);
    assert_false(d.item[0].used);
}

static void a_conditional_move_needs_its_condition(void **state)
{
    (void)state;
    struct wd_op op = { .kind = WD_OP_MOVE_IF, .to = RBX, .from = RAX, .size = 8, .logs = 1 };
    LOAD(RAX, OTHER, ITEM);
    step(op, 0, 0);
    STORE(QUEUE, RBX, ITEM);
    assert_int_equal(only()->kind, WD_PRODUCED);
    step(op, 1, 0);
    STORE(QUEUE, RBX, ITEM);
    assert_int_equal(only()->kind, WD_MOVED);
}

static void writes_after_the_section_clear(void **state)
{
    (void)state;
    wd_dataflow_tail(&d);
    STORE(QUEUE, RBX, ITEM);
    assert_int_equal(only()->kind, WD_CLEARED);
}

static void more_items_that_hang_on_one_are_a_batch(void **state)
{
    (void)state;
    LOAD(RBX, 0x5000, ITEM);
    wd_dataflow_tail(&d);
    LOAD(RAX, OTHER, ITEM);
    assert_true(d.batch);
}

static void returns_out_of_the_locking_functions_are_told(void **state)
{
    (void)state;
    struct wd_op ret = { .kind = WD_OP_COMPUTE, .size = 8, .logs = 1 };
    step(ret, SP - 16, 0);
    step(ret, SP + 24, 0);
    step(ret, SP + 64, 0);
    assert_int_equal(d.returns, 2);
    assert_int_equal(d.returned[0], 24);
    assert_int_equal(d.returned[1], 64);
}

static void those_of_calls_in_the_section_are_not(void **state)
{
    (void)state;
    step((struct wd_op){ .kind = WD_OP_PUSH, .from = WD_REG_NONE, .size = 8, .logs = 1 }, SP + 24, 0);
    step((struct wd_op){ .kind = WD_OP_COMPUTE, .size = 8, .logs = 1 }, SP + 24, 0);
    assert_int_equal(d.returns, 0);
}

static void too_much_is_said(void **state)
{
    (void)state;
    for (uint64_t i = 0; i <= WD_WRITTEN; i++)
        STORE(QUEUE + 8 * i, RBX, ITEM);
    assert_true(d.overflow);
}

#define TEST(name) cmocka_unit_test_setup(name, begin)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_value_from_outside_is_produced),
        TEST(a_value_from_the_own_stack_is_produced),
        TEST(nothing_is_no_item),
        TEST(a_constant_is_not_produced),
        TEST(a_count_is_not_produced),
        TEST(the_own_stack_is_nobodys),
        TEST(memory_of_which_nothing_is_known_is_not_produced),
        TEST(an_item_that_is_stored_again_is_moved),
        TEST(two_values_side_by_side_stay_two),
        TEST(use_after_the_section_consumes),
        TEST(what_was_read_through_an_item_stands_for_it),
        TEST(what_is_only_filled_after_the_section_is_told),
        TEST(what_is_added_to_is_looked_at),
        TEST(counting_in_what_is_found_takes_nothing),
        TEST(a_call_by_an_item_reads_it),
        TEST(what_is_left_where_it_was_is_not_taken),
        TEST(what_is_taken_as_a_whole_leaves_nothing),
        TEST(what_a_function_gets_is_used),
        TEST(registers_that_calls_destroy_hold_nothing_afterwards),
        TEST(a_conditional_move_needs_its_condition),
        TEST(writes_after_the_section_clear),
        TEST(more_items_that_hang_on_one_are_a_batch),
        TEST(returns_out_of_the_locking_functions_are_told),
        TEST(those_of_calls_in_the_section_are_not),
        TEST(too_much_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
