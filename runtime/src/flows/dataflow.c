/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/dataflow.h"

#include <string.h>

enum { NONE = -1, SEVERAL = -2 }; /* of wd_dataflow.counts_in */

void wd_dataflow_begin(struct wd_dataflow *d, uint64_t stack_begin, uint64_t stack_end, uint64_t entry_sp)
{
    d->stack_begin = stack_begin;
    d->stack_end = stack_end;
    d->entry_sp = entry_sp;
    d->first_shared = UINT64_MAX;
    d->last_shared = 0;
    d->counts_in = NONE;
    d->returns = d->batch = 0;
    d->tail = d->overflow = d->item_count = d->written_count = 0;
    d->generation++;
    memset(d->reg, 0, sizeof d->reg);
    memset(d->lane, 0, sizeof d->lane);
}

static int is_own_stack(const struct wd_dataflow *d, uint64_t address)
{
    return address - d->stack_begin < d->stack_end - d->stack_begin;
}

/* The location, or a free place for it; NULL if there are too many. */
static struct wd_location *probe(struct wd_dataflow *d, uint64_t address)
{
    uint32_t i = (uint32_t)((address * 0x9E3779B97F4A7C15u) >> 40);
    for (uint32_t n = 0; n < 64; n++) {
        struct wd_location *l = &d->location[(i + n) % WD_LOCATIONS];
        if (l->generation != d->generation || l->address == address)
            return l;
    }
    d->overflow = 1;
    return NULL;
}

static void write_location(struct wd_dataflow *d, uint64_t address, uint64_t raw, wd_value value, uint8_t size,
                           uintptr_t store)
{
    struct wd_location *l = probe(d, address);
    if (!l)
        return;
    int pending = l->generation == d->generation && l->pending;
    if (!pending && !is_own_stack(d, address)) {
        if (d->written_count == WD_WRITTEN) {
            d->overflow = 1;
            return;
        }
        d->written[d->written_count++] = (uint16_t)(l - d->location);
        pending = 1;
    }
    *l = (struct wd_location){ address, raw, store, d->generation, value, size, (uint8_t)pending };
}

/* An item that was loaded through one of these registers, or NONE. */
static int through(const struct wd_dataflow *d, uint64_t registers)
{
    for (int r = 0; r < 16; r++)
        if (registers >> r & 1 && d->reg[r] >= WD_VALUE_ITEM)
            return (d->reg[r] - WD_VALUE_ITEM) % WD_ITEMS;
    return NONE;
}

/* Before it is written. */
static void note_shared(struct wd_dataflow *d, const struct wd_op *op, uint64_t address, wd_value value)
{
    int item = value == WD_VALUE_COMPUTED ? through(d, op->addresses) : NONE;
    if (d->tail || is_own_stack(d, address))
        return;
    if (item != NONE) {
        d->counts_in = d->counts_in == NONE || d->counts_in == item ? item : SEVERAL;
        return;
    }
    if (address < d->first_shared)
        d->first_shared = address;
    if (address > d->last_shared)
        d->last_shared = address;
}

static wd_value new_item(struct wd_dataflow *d, const struct wd_entry *entry, uintptr_t load)
{
    for (int i = 0; i < d->item_count; i++)
        if (d->item[i].load == load && d->item[i].entry.address == entry->address &&
            d->item[i].entry.value == entry->value)
            return (wd_value)(WD_VALUE_ITEM + i);
    if (d->item_count == WD_ITEMS) {
        d->overflow = 1;
        return WD_VALUE_UNKNOWN;
    }
    d->item[d->item_count] = (struct wd_item){ .entry = *entry, .load = load };
    return (wd_value)(WD_VALUE_ITEM + d->item_count++);
}

static wd_value read_location(struct wd_dataflow *d, const struct wd_access *access, const struct wd_op *op)
{
    struct wd_entry entry;
    const struct wd_location *l = probe(d, access->address);
    if (l && l->generation == d->generation)
        return l->value;
    if (is_own_stack(d, access->address))
        return d->tail ? WD_VALUE_UNKNOWN : WD_VALUE_OUTSIDE;
    int known = d->find(access->address, access->value, &entry);
    if (known && !d->tail)
        return new_item(d, &entry, op->pc);
    d->batch |= known;
    int item = through(d, op->addresses);
    return item != NONE ? (wd_value)(WD_VALUE_PART + item) : WD_VALUE_UNKNOWN;
}

/* The value of a register, or of a vector's part. */
static wd_value get(const struct wd_dataflow *d, uint8_t reg, int lane)
{
    if (reg == WD_REG_NONE)
        return WD_VALUE_CONST;
    return reg < WD_REG_VECTOR ? lane == 0 ? d->reg[reg] : WD_VALUE_CONST : d->lane[reg - WD_REG_VECTOR][lane];
}

static void set(struct wd_dataflow *d, uint8_t reg, int lane, wd_value value)
{
    if (reg == WD_REG_NONE)
        return;
    if (reg >= WD_REG_VECTOR)
        d->lane[reg - WD_REG_VECTOR][lane] = value;
    else if (lane == 0)
        d->reg[reg] = value;
}

static void set_all(struct wd_dataflow *d, uint8_t reg, wd_value value)
{
    for (int lane = 0; lane < 8; lane++)
        set(d, reg, lane, value);
}

static void use(struct wd_dataflow *d, wd_value value)
{
    if (!d->tail || value < WD_VALUE_ITEM)
        return;
    struct wd_item *item = &d->item[(value - WD_VALUE_ITEM) % WD_ITEMS];
    item->used = 1;
    item->read |= value >= WD_VALUE_PART;
}

static void use_registers(struct wd_dataflow *d, uint64_t registers)
{
    if (!d->tail)
        return;
    for (int r = 0; r < 16; r++)
        if (registers >> r & 1)
            use(d, d->reg[r]);
    for (int v = 0; v < 32; v++)
        if (registers >> (WD_REG_VECTOR + v) & 1)
            for (int lane = 0; lane < 8; lane++)
                use(d, d->lane[v][lane]);
}

static int parts(const struct wd_op *op)
{
    return op->size > 8 ? op->size / 8 : 1;
}

static uint8_t part_size(const struct wd_op *op)
{
    return op->size < 8 ? op->size : 8;
}

static void store(struct wd_dataflow *d, const struct wd_op *op, const struct wd_access *log)
{
    for (int i = 0; i < parts(op); i++) {
        wd_value value = op->kind == WD_OP_STORE ? get(d, op->from, i) : WD_VALUE_CONST;
        note_shared(d, op, log[i].address, value);
        write_location(d, log[i].address, log[i].value, value, part_size(op), op->pc);
    }
}

static void load(struct wd_dataflow *d, const struct wd_op *op, const struct wd_access *log)
{
    wd_value values[8];
    for (int i = 0; i < parts(op); i++)
        values[i] = read_location(d, &log[i], op);
    set_all(d, op->to, WD_VALUE_CONST);
    for (int i = 0; i < parts(op); i++)
        set(d, op->to, i, values[i]);
}

static void move_if(struct wd_dataflow *d, const struct wd_op *op, const struct wd_access *log)
{
    if (log[0].address == 0)
        return;
    set(d, op->to, 0, op->logs == 2 ? read_location(d, &log[1], op) : get(d, op->from, 0));
}

static void move(struct wd_dataflow *d, const struct wd_op *op)
{
    wd_value values[8];
    for (int i = 0; i < parts(op); i++)
        values[i] = get(d, op->from, i);
    set_all(d, op->to, WD_VALUE_CONST);
    for (int i = 0; i < parts(op); i++)
        set(d, op->to, i, values[i]);
}

static void compute(struct wd_dataflow *d, const struct wd_op *op, const struct wd_access *log)
{
    use_registers(d, op->reads);
    if (op->memory_write && op->logs)
        note_shared(d, op, log[0].address, WD_VALUE_COMPUTED);
    for (int r = 0; r < WD_REGS; r++)
        if (op->writes >> r & 1)
            set_all(d, (uint8_t)r, WD_VALUE_COMPUTED);
    if (op->memory_write && op->logs)
        write_location(d, log[0].address, 0, WD_VALUE_COMPUTED, 8, op->pc);
}

static int is_written(struct wd_dataflow *d, uint64_t address)
{
    const struct wd_location *l = probe(d, address);
    return l && l->generation == d->generation;
}

/* After the section an item's own memory is read, or written to, or both: what is added to is looked at. What was
 * written there is not the item's. */
static void look_into(struct wd_dataflow *d, const struct wd_op *op, const struct wd_access *log)
{
    int writes = op->kind == WD_OP_STORE || op->kind == WD_OP_STORE_CONST || op->memory_write;
    if (!d->tail || op->logs == 0)
        return;
    for (int r = 0; r < 16; r++) {
        if (!(op->addresses >> r & 1) || d->reg[r] < WD_VALUE_ITEM || d->reg[r] >= WD_VALUE_PART)
            continue;
        struct wd_item *item = &d->item[d->reg[r] - WD_VALUE_ITEM];
        item->filled |= writes;
        if ((!writes || op->memory_read) && (op->kind == WD_OP_PUSH || !is_written(d, log[op->logs - 1].address)))
            item->read = 1; /* a call by it logs what it pushes */
    }
}

/* A return from above the stack pointer that the section began with leaves the function that locks; but not one of a
 * call in the section: a function that ends by jumping to the next one has given its frame back before. */
static void returns(struct wd_dataflow *d, const struct wd_op *op, const struct wd_access *log)
{
    int most = (int)(sizeof d->returned / sizeof *d->returned);
    if (op->size != 8 || op->logs != 1 || d->tail || d->returns == most || log[0].address < d->entry_sp)
        return;
    const struct wd_location *l = probe(d, log[0].address);
    if (!l || l->generation == d->generation)
        return;
    uint64_t distance = log[0].address - d->entry_sp;
    if (distance > INT32_MAX || (d->returns && (int32_t)distance <= d->returned[d->returns - 1]))
        return;
    d->returned[d->returns++] = (int32_t)distance;
}

void wd_dataflow_step(struct wd_dataflow *d, const struct wd_op *op, const struct wd_access *log)
{
    use_registers(d, op->addresses);
    look_into(d, op, log);
    switch (op->kind) {
    case WD_OP_MOVE: move(d, op); break;
    case WD_OP_CONST: set_all(d, op->to, WD_VALUE_CONST); break;
    case WD_OP_LOAD: load(d, op, log); break;
    case WD_OP_LOAD_LANE: set(d, op->to, op->lane, read_location(d, log, op)); break;
    case WD_OP_STORE:
    case WD_OP_STORE_CONST: store(d, op, log); break;
    case WD_OP_MOVE_IF: move_if(d, op, log); break;
    case WD_OP_EXCHANGE: {
        wd_value value = get(d, op->to, 0);
        set(d, op->to, 0, get(d, op->from, 0));
        set(d, op->from, 0, value);
        break;
    }
    case WD_OP_PUSH: write_location(d, log[0].address, 0, get(d, op->from, 0), 8, op->pc); break;
    case WD_OP_POP: set(d, op->to, 0, read_location(d, log, op)); break;
    case WD_OP_LEAVE: set(d, 5, 0, read_location(d, log, op)); break;
    case WD_OP_JOIN: {
        wd_value first = get(d, op->with, 0), second = get(d, op->from, 0);
        set(d, op->to, 0, first);
        set(d, op->to, 1, second);
        break;
    }
    default: compute(d, op, log); returns(d, op, log);
    }
}

int wd_dataflow_publish(struct wd_dataflow *d, struct wd_effect *effects)
{
    for (int i = 0; i < d->written_count; i++) {
        struct wd_location *l = &d->location[d->written[i]];
        struct wd_effect *e = &effects[i];
        *e = (struct wd_effect){ WD_CLEARED, l->size, 0, l->address, l->raw, l->store };
        l->pending = 0;
        if (d->tail)
            continue;
        if (l->value == WD_VALUE_OUTSIDE && l->raw != 0) {
            e->kind = WD_PRODUCED;
        } else if (l->value >= WD_VALUE_ITEM && l->value < WD_VALUE_PART) {
            e->kind = WD_MOVED;
            e->item = (uint16_t)(l->value - WD_VALUE_ITEM);
            d->item[e->item].moved = 1;
        }
    }
    int count = d->written_count;
    d->written_count = 0;
    return count;
}

int wd_dataflow_takes(const struct wd_dataflow *d, int item)
{
    uint64_t first = d->item[item].entry.value, last = first + WD_ITEM_BYTES - 1;
    if (d->counts_in != NONE && d->counts_in != item)
        return 1;
    return d->first_shared <= d->last_shared && (d->first_shared < first || d->last_shared > last);
}

/* What was read through an item is its successor, or that there is none: then the item alone was taken. */
int wd_dataflow_empties(struct wd_dataflow *d, uint64_t address)
{
    const struct wd_location *l = probe(d, address);
    if (!l || l->generation != d->generation)
        return 0;
    return (l->raw == 0 && l->value < WD_VALUE_ITEM) || address - l->raw < WD_HEAD_BYTES;
}

void wd_dataflow_tail(struct wd_dataflow *d)
{
    static const uint8_t lost[] = { 0, 1, 2, 6, 7, 8, 9, 10, 11 };
    d->tail = 1;
    for (size_t i = 0; i < sizeof lost; i++)
        d->reg[lost[i]] = WD_VALUE_COMPUTED;
    for (int v = 0; v < 32; v++)
        set_all(d, (uint8_t)(WD_REG_VECTOR + v), WD_VALUE_COMPUTED);
}

void wd_dataflow_passed_on(struct wd_dataflow *d)
{
    use_registers(d, 1 << 7 | 1 << 6 | 1 << 2 | 1 << 1 | 1 << 8 | 1 << 9);
}
