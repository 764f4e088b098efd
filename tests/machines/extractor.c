/* An extractor written from docs/extractor-wire.md alone, in another language and by another way of thinking
 * than the project's own: a second reading of the page, and a place for mistakes that builders make.
 *
 *     extractor [FAULT]            driven in virtual time by lines on standard input
 *     extractor --fd N [FAULT]     in real time on the open terminal N, its people on standard input
 *
 * Lines: "run MS" lets time pass until something is said or MS is reached, "hear HEX" puts bytes on its line
 * (both are answered "MS HEX"), and what people do: jam, clear, open, close, open-moving, press, release,
 * empty, refill, power. FAULT is one of the mistakes below; each stands where a builder would make it. */

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;

static const char *fault_name = "";
static int is(const char *name) { return !strcmp(fault_name, name); }

/* ---- the balls -------------------------------------------------------------------------------------- */

static int drum = 90, rack, at_exit, in_tube, jam, door, mushroom, door_when_moving, emptied;

/* ---- what the machine knows ------------------------------------------------------------------------- */

enum { REST, CLEARING, GAP, FLYING, LOADING };
enum { NO_FAULT, JAM, PERMISSION_LOST, DOOR_OPEN, STALLED, MUSHROOM };
enum { CLEAR_MS = 30, GAP_MS = 130, FLIGHT_MS = 220, TUBE_MS = 60, LOAD_MS = 300, STUCK_MS = 400, STALL_MS = 4000 };

struct event { u32 number; u8 kind, body[4], size; };

static long now;
static u32 boot = 0xB0070001, kept_order = 0xFFFFFFFF; /* an order of which nothing is known refuses every draw */
static struct {
    int identified, latched, fault, stage, resumes, pressed, queued;
    u32 session, target, event, wanted, reported;
    long permitted_until, heard_at, resend_at, stage_at, tube_at, held_until, finish_at;
    int last_number, first_number_seen;
    u8 last_answer[80];
    int last_size;
    struct event waiting[32];
    int waits;
    u8 piece[80];
    int length, overflow;
    long piece_at;
} m;

static u8 out[65536];
static int out_size;

/* ---- frames ----------------------------------------------------------------------------------------- */

static u16 crc16(const u8 *data, int size) {
    u16 crc = 0xFFFF;
    for (int i = 0; i < size; i++) {
        crc ^= (u16)(data[i] << 8);
        for (int bit = 0; bit < 8; bit++) crc = (u16)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    }
    return crc;
}

static int frame(u8 *to, u8 kind, u16 number, const u8 *payload, int size) {
    u8 body[80] = {1, kind, (u8)(number >> 8), (u8)number};
    memcpy(body + 4, payload, (size_t)size);
    size += 4;
    int at = 1, code = at++, run = 1;
    for (int i = 0; i < size; i++) {
        if (body[i]) {
            to[at++] = body[i];
            run++;
        } else {
            to[code] = (u8)run;
            code = at++;
            run = 1;
        }
    }
    to[code] = (u8)run;
    u16 crc = crc16(to + 1, at - 1);
    to[0] = 0;
    to[at++] = (u8)(0x80 | crc >> 12);
    to[at++] = (u8)(0x80 | (crc >> 6 & 0x3F));
    to[at++] = (u8)(0x80 | (crc & 0x3F));
    to[at++] = 0;
    return at;
}

static void say(u8 kind, u16 number, const u8 *payload, int size) {
    if (out_size < (int)sizeof out - 100) out_size += frame(out + out_size, kind, number, payload, size);
}

static void put32(u8 *to, u32 value) {
    for (int i = 0; i < 4; i++) to[i] = (u8)(value >> (24 - 8 * i));
}

static u32 get32(const u8 *from) { return (u32)from[0] << 24 | (u32)from[1] << 16 | (u32)from[2] << 8 | from[3]; }

/* ---- events ----------------------------------------------------------------------------------------- */

static void tell(struct event *event) {
    u8 body[8];
    u32 number = is("new-number-each-time") ? ++m.event : event->number;
    put32(body, number);
    memcpy(body + 4, event->body, event->size);
    say(event->kind, is("event-sequence-zero") ? 0 : (u16)number, body, 4 + event->size);
}

static void raise_event(u8 kind, const u8 *body, u8 size) {
    struct event event = {++m.event, kind, {0}, size};
    memcpy(event.body, body, size);
    if (m.waits == 32) return;
    if (!m.waits) m.resend_at = now;
    m.waiting[m.waits++] = event;
}

static void repeat_events(void) {
    if (!m.waits || now < m.resend_at || !m.identified) return;
    if (now - m.heard_at >= 1000 && !is("talks-to-nobody")) return;
    tell(&m.waiting[0]);
    m.resend_at = now + (is("repeats-slowly") ? 900 : 250);
    if (is("events-overtake"))
        for (int i = 1; i < m.waits; i++) tell(&m.waiting[i]);
    if (is("event-once")) memmove(m.waiting, m.waiting + 1, sizeof m.waiting[0] * (size_t)--m.waits);
}

static void forget_event(u32 number) {
    if (!m.waits || (m.waiting[0].number != number && !is("any-ack-forgets"))) return;
    memmove(m.waiting, m.waiting + 1, sizeof m.waiting[0] * (size_t)--m.waits);
    m.resend_at = now;
}

static void report_ball(u32 order) {
    u8 body[4];
    put32(body, order);
    for (int i = 0; i < m.waits; i++)
        if (m.waiting[i].kind == 0x43 && !memcmp(m.waiting[i].body, body, 4)) {
            m.resend_at = now;
            return;
        }
    raise_event(0x43, body, 4);
}

/* ---- motion ----------------------------------------------------------------------------------------- */

static void rest(void) {
    m.stage = REST;
    if (in_tube && !jam) { in_tube = 0; }
}

static void begin(int stage) {
    m.stage = stage;
    m.stage_at = now;
    if (door_when_moving && stage == GAP) { door = 1; door_when_moving = 0; }
}

static void stop_for(int fault) {
    rest();
    if (!(fault == PERMISSION_LOST && is("expiry-does-not-latch"))) {
        m.latched = 1;
        m.fault = fault;
    }
    if (fault == JAM && is("jam-is-silent")) return;
    u8 code = (u8)fault;
    raise_event(0x44, &code, 1);
}

static long expiry(void) { return is("expiry-late") ? 300 : is("expiry-early") ? 90 : 150; }

static long flight(void) { return is("no-gap") ? 90 : FLIGHT_MS; }

static void take(void) {
    kept_order = m.target;
    begin(FLYING);
    m.tube_at = -1;
}

static void move_balls(void) {
    long passed = now - m.stage_at;
    if (m.stage == CLEARING && passed >= CLEAR_MS) {
        if (at_exit) rack++;
        at_exit = 0;
        begin(GAP);
    } else if (m.stage == GAP && passed >= (is("no-gap") ? 5 : GAP_MS)) {
        take();
    } else if (m.stage == FLYING) {
        if (drum && !emptied && passed >= flight() - TUBE_MS && !in_tube && !at_exit) { in_tube = 1; m.tube_at = now; }
        if (is("ball-too-soon") && in_tube && passed >= flight() - TUBE_MS + 10 && m.reported != kept_order) {
            m.reported = kept_order;
            report_ball(kept_order);
        }
        if (in_tube && !jam && passed >= flight()) {
            in_tube = 0;
            at_exit = 1;
            drum--;
            rest();
            if (!is("ball-too-soon")) report_ball(kept_order);
            if (m.queued) {
                m.queued = 0;
                m.target = m.wanted;
                begin(CLEARING);
            }
        } else if (in_tube && jam && now - m.tube_at >= STUCK_MS) {
            stop_for(JAM);
        } else if (passed >= STALL_MS && !is("empty-for-ever")) {
            stop_for(STALLED);
        }
    } else if (m.stage == LOADING && passed >= LOAD_MS) {
        drum += rack + at_exit;
        rack = at_exit = 0;
        if (!is("reload-keeps-order")) kept_order = 0;
        rest();
        raise_event(0x45, 0, 0);
    }
}

static void tick(void) {
    if (mushroom && !m.pressed && !is("mushroom-is-silent")) stop_for(MUSHROOM);
    m.pressed = mushroom;
    if (m.finish_at && m.stage != REST && now >= m.permitted_until) m.permitted_until = now + 1; /* coasts on */
    if (m.stage != REST) {
        if (now >= m.permitted_until && !is("expiry-never")) stop_for(PERMISSION_LOST);
        else if (door && !is("door-is-ignored")) stop_for(DOOR_OPEN);
        else move_balls();
        if (m.finish_at && m.stage == REST) { m.finish_at = 0; m.latched = 1; }
    } else if (m.resumes && now < m.permitted_until) {
        m.resumes = 0;
        m.target = m.wanted;
        begin(CLEARING);
    }
    repeat_events();
}

/* ---- commands --------------------------------------------------------------------------------------- */

static int hindrance(void) {
    int none = now >= m.permitted_until;
    if (is("no-permission-first") && none) return 2;
    if (m.stage != REST) return 4;
    if (m.latched && !is("latch-is-ignored")) return 3;
    if (door && !is("door-is-ignored")) return 5;
    return none ? 2 : 0;
}

static int draw(u32 order) {
    u32 last = is("order-of-16-bits") ? kept_order & 0xFFFF : kept_order;
    int reason;
    if (is("order-of-16-bits")) order &= 0xFFFF;
    if (is("no-permission-first") && now >= m.permitted_until) return 2;
    if (order == 0 || (order < last && !is("old-order-taken"))) return 6;
    if (is("orders-from-1") && last == 0 && order != 1) return 6;
    if (m.stage != REST && m.stage != LOADING && order == m.target) return is("under-way-is-busy") ? 4 : 0;
    if (m.stage == REST && order == last && at_exit && !is("second-ball")) {
        report_ball(order);
        return 0;
    }
    reason = hindrance();
    if (reason == 4 && is("busy-is-queued") && m.stage != LOADING) { m.queued = 1; m.wanted = order; return 0; }
    if (reason == 2 && is("refused-is-done-later")) { m.resumes = 1; m.wanted = order; }
    if (reason) return reason;
    if (emptied && !is("empty-for-ever") && !is("empty-stalls")) return 7;
    m.target = order;
    if (is("taken-at-ack")) kept_order = order;
    begin(CLEARING);
    return 0;
}

static int reload(void) {
    if (m.stage == LOADING) return is("under-way-is-busy") ? 4 : 0;
    int reason = hindrance();
    if (!reason) begin(LOADING);
    return reason;
}

static int reset(void) {
    if ((door || in_tube || mushroom) && !is("reset-despite-cause")) return 8;
    if (is("reset-moves") && m.latched && m.target > kept_order - 1) { m.resumes = 1; m.wanted = m.target; }
    m.latched = m.fault = 0;
    return 0;
}

static int stop(void) {
    if (m.stage != REST && is("stop-after-the-ball")) { m.finish_at = 1; return 0; }
    if (is("stop-is-an-event")) { u8 none = 0; raise_event(0x44, &none, 1); }
    rest();
    m.latched = !is("stop-does-not-latch");
    return 0;
}

static void state(u16 number) {
    u8 body[14];
    put32(body, boot);
    body[4] = (u8)(at_exit | in_tube << 1 | door << 2 | (m.stage != REST) << 3 | m.latched << 4);
    body[5] = (u8)m.fault;
    put32(body + 6, kept_order);
    put32(body + 10, is("state-without-event") ? 0 : m.event);
    say(0x42, number, body, 14);
}

static void identify(u16 number, const u8 *payload) {
    static const char plate[12] = "SEGUNDA-01";
    u32 session = get32(payload);
    u8 body[25] = {0};
    if (!m.identified || session != m.session) {
        if (m.stage != REST && !is("session-lets-move")) stop_for(PERMISSION_LOST);
        if (!is("session-keeps-permission") && !is("session-lets-move")) m.permitted_until = 0;
        if (!is("session-keeps-number")) m.last_number = -1;
        m.first_number_seen = 0;
        m.resend_at = now;
    } else if (is("same-session-stops") && m.stage != REST) stop_for(PERMISSION_LOST);
    m.identified = 1;
    m.session = session;
    put32(body, is("session-not-echoed") ? 1 : session);
    put32(body + 4, is("identity-of-another-boot") ? boot + 1 : boot);
    body[8] = 1;
    body[9] = 1;
    body[10] = 2;
    memcpy(body + 13, plate, 12);
    if (is("plate-is-not-ascii")) body[16] = 0xE9;
    say(0x41, is("identity-without-number") ? 0 : number, body, 25);
}

static void command(u8 kind, u16 number, const u8 *payload) {
    if (number == (u16)m.last_number && m.last_number >= 0 && !is("done-twice")) {
        if (!(is("nak-is-not-repeated") && m.last_answer[2] != 0x46 && m.last_size > 10)) {
            memcpy(out + out_size, m.last_answer, (size_t)m.last_size);
            out_size += m.last_size;
            return;
        }
    }
    if (is("numbers-from-1") && !m.first_number_seen && number > 50) return;
    m.first_number_seen = 1;
    int reason = kind == 4 ? draw(get32(payload)) : kind == 5 ? reload() : kind == 6 ? stop() : reset();
    u8 body = (u8)reason;
    m.last_number = number;
    m.last_size = frame(m.last_answer, reason ? 0x47 : 0x46, is("ack-without-number") ? 0 : number, &body, reason ? 1 : 0);
    memcpy(out + out_size, m.last_answer, (size_t)m.last_size);
    out_size += m.last_size;
}

static void refuse(u16 number, u8 reason) { say(0x47, number, &reason, 1); }

static void hear(const u8 *body, int size) {
    static const int lengths[] = {-1, 4, 0, 0, 4, 0, 0, 0, 4};
    u8 version = body[0], kind = body[1];
    u16 number = (u16)(body[2] << 8 | body[3]);
    if (kind >= 0x41 && kind <= 0x47) {
        if (is("answers-its-own-words")) refuse(number, 9);
        return;
    }
    if (kind < 1 || kind > 8) { if (!is("unknown-is-silent")) refuse(number, 9); return; }
    if (version != 1 && kind != 1 && !is("any-version")) { refuse(number, 9); return; }
    if (version != 1 && kind == 1 && is("identify-of-one-version")) { refuse(number, 9); return; }
    if (lengths[kind] != size - 4 && !(is("any-length") && size - 4 >= lengths[kind])) { refuse(number, 9); return; }
    m.heard_at = now;
    if (kind == 1) identify(number, body + 4);
    else if (kind == 3) state(number);
    else if (!m.identified && !is("moves-unidentified")) refuse(number, 1);
    else if (kind == 2) {
        if (m.stage == REST || now < m.permitted_until) m.permitted_until = now + expiry();
        if (!is("permit-is-silent")) state(0);
        if (is("permission-starts") && !m.latched && now > 3000 && m.stage == REST && !m.waits && kept_order && kept_order < 0xFFFFFFFF) { m.target = kept_order; begin(CLEARING); }
    } else if (kind == 8) forget_event(get32(body + 4));
    else command(kind, number, body + 4);
}

static void ended(void) {
    u8 body[80];
    int size = m.length - 3, at = 0, made = 0;
    if (m.overflow || size < 1) return;
    u16 crc = crc16(m.piece, size);
    u8 check[3] = {(u8)(0x80 | crc >> 12), (u8)(0x80 | (crc >> 6 & 0x3F)), (u8)(0x80 | (crc & 0x3F))};
    if (memcmp(check, m.piece + size, 3) && !is("check-is-not-looked-at")) return;
    while (at < size) {
        int run = m.piece[at++];
        if (at + run - 1 > size) return;
        if (made) body[made - 1] = 0;
        memcpy(body + made, m.piece + at, (size_t)(run - 1));
        made += run;
        at += run - 1;
    }
    if (made - 1 >= 4) hear(body, made - 1);
}

static void receive(const u8 *data, int size) {
    int frames = 0;
    if (is("split-is-lost") && m.length && now - m.piece_at > 3) m.length = 0;
    for (int i = 0; i < size; i++) {
        m.piece_at = now;
        if (data[i]) {
            if (m.length < 64) m.piece[m.length++] = data[i];
            else m.overflow = 1;
            continue;
        }
        if (is("noise-deafens") && m.overflow) { m.length = 0; continue; }
        if (m.length && ++frames > 1 && is("one-frame-a-read")) { m.length = 0; return; }
        ended();
        m.length = m.overflow = 0;
    }
}

static void power(void) {
    memset(&m, 0, sizeof m);
    m.last_number = -1;
    if (!is("boot-is-constant")) boot += 0x01010101;
    if (is("order-is-lost")) kept_order = 0;
    now += 0;
    out_size = 0;
}

/* ---- its world -------------------------------------------------------------------------------------- */

static void people(const char *did) {
    if (!strcmp(did, "jam")) jam = 1;
    else if (!strcmp(did, "clear")) jam = in_tube = 0;
    else if (!strcmp(did, "open")) door = 1;
    else if (!strcmp(did, "open-moving")) door_when_moving = 1;
    else if (!strcmp(did, "close")) door = door_when_moving = 0;
    else if (!strcmp(did, "press")) mushroom = 1;
    else if (!strcmp(did, "release")) mushroom = 0;
    else if (!strcmp(did, "empty")) emptied = 1;
    else if (!strcmp(did, "refill")) emptied = 0;
    else if (!strcmp(did, "power")) power();
    tick();
}

static u8 slow[4096];
static int slow_size;
static long slow_at;

static void flush_slow(void) { /* a machine that thinks for 180 ms before it speaks */
    if (!is("answers-late")) return;
    if (!slow_size && out_size) {
        memcpy(slow, out, (size_t)out_size);
        slow_size = out_size;
        slow_at = now + 180;
        out_size = 0;
    } else if (slow_size && now >= slow_at) {
        u8 later[4096];
        int size = out_size;
        memcpy(later, out, (size_t)size);
        memcpy(out, slow, (size_t)slow_size);
        out_size = slow_size;
        memcpy(slow, later, (size_t)size);
        slow_size = size;
        slow_at = now + 180;
    } else if (slow_size && out_size) {
        if (slow_size + out_size < (int)sizeof slow) { memcpy(slow + slow_size, out, (size_t)out_size); slow_size += out_size; }
        out_size = 0;
    }
}

static void answer(void) {
    printf("%ld ", now);
    for (int i = 0; i < out_size; i++) printf("%02x", out[i]);
    puts("");
    fflush(stdout);
    out_size = 0;
}

static void virtual_time(void) {
    static char line[20000];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, "run ", 4)) {
            long end = atol(line + 4);
            while (now < end && !out_size) {
                now++;
                tick();
                flush_slow();
            }
        } else if (!strncmp(line, "hear ", 5)) {
            static u8 data[10000];
            int size = 0;
            unsigned value;
            for (char *at = line + 5; sscanf(at, "%2x", &value) == 1; at += 2) data[size++] = (u8)value;
            receive(data, size);
            tick();
            flush_slow();
        } else people(line);
        answer();
    }
}

static void real_time(int fd) {
    struct timespec began, at;
    char line[200];
    clock_gettime(CLOCK_MONOTONIC, &began);
    fcntl(0, F_SETFL, O_NONBLOCK);
    for (;;) {
        struct pollfd ends[2] = {{fd, POLLIN, 0}, {0, POLLIN, 0}};
        poll(ends, 2, 1);
        clock_gettime(CLOCK_MONOTONIC, &at);
        now = (at.tv_sec - began.tv_sec) * 1000 + (at.tv_nsec - began.tv_nsec) / 1000000;
        if (ends[1].revents) {
            ssize_t size = read(0, line, sizeof line - 1);
            if (size == 0) return;
            if (size > 0) {
                line[size] = 0;
                line[strcspn(line, "\n")] = 0;
                people(line);
                puts("done");
                fflush(stdout);
            }
        }
        if (ends[0].revents & POLLIN) {
            u8 data[4096];
            ssize_t size = read(fd, data, sizeof data);
            if (size > 0) receive(data, (int)size);
        }
        tick();
        flush_slow();
        if (out_size && write(fd, out, (size_t)out_size) < 0) { /* nobody listens */ }
        out_size = 0;
    }
}

int main(int count, char **words) {
    int fd = -1;
    for (int i = 1; i < count; i++) {
        if (!strcmp(words[i], "--fd") && i + 1 < count) fd = atoi(words[++i]);
        else fault_name = words[i];
    }
    m.last_number = -1;
    if (fd < 0) virtual_time();
    else real_time(fd);
    return 0;
}
