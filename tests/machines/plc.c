/* A PLC written from docs/plc.md alone: what runs in it is one scan after the other over an array of holding
 * registers, which Modbus reads and writes beside it (fixtures/config/plc-holding.toml has the map).
 *
 *     plc [MISTAKE]            driven in virtual time by lines on standard input
 *     plc --fd N [MISTAKE]     a Modbus RTU slave, unit 17, in real time on the open terminal N
 *
 * Lines: "run MS", "read MS FIRST COUNT", "write MS FIRST VALUE...", answered "MS VALUES"; and what people do: jam,
 * clear, open, close, open-moving, empty, refill, power. */

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

enum { VERSION, PROGRAM, BOOT, EVENT, KIND, ORDER_HIGH, ORDER_LOW, DONE, ANSWER, ACKNOWLEDGED, FAULT, FLAGS };
enum { HEARTBEAT = 20, ACKNOWLEDGE, ORDER_HIGH_IN, ORDER_LOW_IN, COMMAND, NUMBER };
enum { DRAW = 1, RELOAD, STOP, RESET };
enum { BALL = 1, STOPPED, LOADED };
enum { REST, CLEARING, GAP, FLYING, LOADING };
enum { SCAN_MS = 5, UNIT = 17 };

static const char *mistake = "";
static int is(const char *name) { return !strcmp(mistake, name); }

static u16 r[64];
static long now;
static u16 boots;
static u32 kept;
static int drum = 90, rack, at_exit, in_tube, jam, door, door_when_moving, emptied;

static struct {
    int begun, latched, stage, resumes, pending_kind, pending_done;
    u16 beat, late_answer;
    u32 target, wanted;
    long permitted_until, at, tube_at;
} m;

static int beaten;

static int waiting(void) { return r[EVENT] && r[EVENT] != r[ACKNOWLEDGED]; }

static void raise_event(int kind, int fault) {
    if (fault) r[FAULT] = (u16)fault;
    if (is("kind-after-event")) m.pending_kind = kind;
    else r[KIND] = (u16)kind;
    r[EVENT] = (u16)(r[EVENT] == 65535 ? 1 : r[EVENT] + 1);
    if (is("event-by-two")) r[EVENT]++;
}

static void begin(int stage) {
    m.stage = stage;
    m.at = now;
    if (stage == GAP && door_when_moving) { door = 1; door_when_moving = 0; }
}

static void stop_for(int fault) {
    m.stage = REST;
    if (in_tube && !jam) in_tube = 0;
    if (!(fault == 2 && is("expiry-does-not-latch"))) m.latched = 1;
    raise_event(STOPPED, fault);
}

static void move(void) {
    long passed = now - m.at;
    if (m.stage == CLEARING && passed >= 150) {
        rack += at_exit;
        at_exit = 0;
        begin(GAP);
    } else if (m.stage == GAP && passed >= (is("no-gap") ? 5 : 150)) {
        kept = m.target;
        begin(FLYING);
    } else if (m.stage == FLYING) {
        long flight = is("no-gap") ? 60 : 400;
        if (!in_tube && drum && !emptied && passed >= flight - 50) { in_tube = 1; m.tube_at = now; }
        if (in_tube && jam && now - m.tube_at >= 400) stop_for(1);
        else if (in_tube && !jam && passed >= flight) {
            in_tube = 0;
            at_exit = 1;
            drum--;
            m.stage = REST;
            raise_event(BALL, 0);
        } else if (passed >= 4000 && !is("empty-for-ever")) stop_for(4);
    } else if (m.stage == LOADING && passed >= 400) {
        drum += rack + at_exit;
        rack = at_exit = 0;
        if (!is("reload-keeps-order")) kept = 0;
        m.stage = REST;
        raise_event(LOADED, 0);
    }
}

static int hindrance(void) {
    if (m.stage != REST || (waiting() && !is("event-does-not-hold"))) return 4;
    if (m.latched && !is("latch-is-ignored")) return 3;
    if (door) return 5;
    return now >= m.permitted_until && !is("needs-no-permission") ? 2 : 0;
}

static int draw(u32 order) {
    if (order == 0 || (order < kept && !is("old-order-taken"))) return 6;
    if (m.stage != REST && m.stage != LOADING && order == m.target && !is("under-way-is-busy")) return 0;
    if (m.stage == REST && order == kept && at_exit && !is("second-ball")) {
        if (!waiting()) raise_event(BALL, 0);
        return 0;
    }
    int reason = hindrance();
    if (reason == 2 && is("refused-is-done-later")) { m.resumes = 1; m.wanted = order; }
    if (reason) return reason;
    if (emptied && !is("empty-for-ever")) return 7;
    m.target = order;
    if (is("taken-too-soon")) kept = order;
    begin(CLEARING);
    return 0;
}

static int obey(int command, u32 order) {
    int reason;
    switch (command) {
    case DRAW:
        return draw(is("order-of-16-bits") ? order & 0xFFFF : is("halves-swapped") ? order << 16 | order >> 16 : order);
    case RELOAD:
        if (m.stage == LOADING) return 0;
        reason = hindrance();
        if (!reason) begin(LOADING);
        return reason;
    case STOP:
        if (is("stop-is-late") && m.stage != REST) { m.latched = 1; return 0; }
        m.stage = REST;
        m.latched = 1;
        return 0;
    case RESET:
        if ((door || in_tube) && !is("reset-despite-cause")) return 8;
        if (is("reset-moves") && m.latched && m.target) { m.resumes = 1; m.wanted = m.target; }
        m.latched = 0;
        r[FAULT] = 0;
        return 0;
    default:
        return 9;
    }
}

static void command(void) {
    u32 order = (u32)r[ORDER_HIGH_IN] << 16 | r[ORDER_LOW_IN];
    if (m.pending_done) { m.pending_done = 0; r[ANSWER] = m.late_answer; }
    if (is("obeys-the-command-word")) {
        if (!r[COMMAND]) return;
    } else if (r[NUMBER] == r[DONE]) return;
    u16 answer = (u16)obey(r[COMMAND], order);
    if (is("obeys-the-command-word") && r[COMMAND] == DRAW) r[COMMAND] = DRAW;
    if (is("done-before-answer")) { m.late_answer = answer; m.pending_done = 1; }
    else r[ANSWER] = answer;
    r[DONE] = r[NUMBER];
}

static void heart(void) {
    int changed = r[HEARTBEAT] != m.beat || (beaten && is("any-heartbeat-permits"));
    beaten = 0;
    m.beat = r[HEARTBEAT];
    if (changed && (m.stage == REST || now < m.permitted_until))
        m.permitted_until = now + (is("expiry-late") ? 400 : is("expiry-early") ? 90 : 150);
}

static void scan(void) {
    if (is("hangs") && now > 1200) return;
    if (is("hangs-from-the-start") && now > 50) return;
    if (!m.begun) {
        m.begun = 1;
        m.beat = r[HEARTBEAT];
        r[DONE] = r[NUMBER];
        r[VERSION] = is("other-version") ? 2 : 1;
        r[PROGRAM] = 0x0203;
        r[BOOT] = is("boot-is-constant") ? 1 : ++boots;
    }
    heart();
    if (!is("does-not-echo")) r[ACKNOWLEDGED] = r[ACKNOWLEDGE];
    if (m.pending_kind) { r[KIND] = (u16)m.pending_kind; m.pending_kind = 0; }
    if (m.stage != REST) {
        if (now >= m.permitted_until && !is("expiry-never") && !(is("stop-is-late") && m.latched)) stop_for(2);
        else if (door && !is("door-is-ignored")) stop_for(3);
        else move();
    } else if (m.resumes && now < m.permitted_until && !waiting()) {
        m.resumes = 0;
        m.target = m.wanted;
        begin(CLEARING);
    }
    command();
    r[ORDER_HIGH] = (u16)(kept >> 16);
    r[ORDER_LOW] = (u16)kept;
    r[FLAGS] = (u16)(at_exit | in_tube << 1 | door << 2 | (m.stage != REST) << 3 | m.latched << 4);
}

static void people(const char *did) {
    if (!strcmp(did, "jam")) jam = 1;
    else if (!strcmp(did, "clear")) jam = in_tube = 0;
    else if (!strcmp(did, "open")) door = 1;
    else if (!strcmp(did, "open-moving")) door_when_moving = 1;
    else if (!strcmp(did, "close")) door = door_when_moving = 0;
    else if (!strcmp(did, "empty")) emptied = 1;
    else if (!strcmp(did, "refill")) emptied = 0;
    else if (!strcmp(did, "power")) {
        memset(&m, 0, sizeof m);
        for (int at = 0; at <= FLAGS; at++) r[at] = 0;
        if (is("order-is-lost")) kept = 0;
        /* what the hall wrote last may stand in the registers still */
    }
    scan();
}

static void pass(long end) {
    while (now < end)
        if (++now % SCAN_MS == 0) scan();
}

static void virtual_time(void) {
    static char line[2000];
    while (fgets(line, sizeof line, stdin)) {
        int first, count = 0, value, used, at;
        long end;
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, "run ", 4)) {
            pass(atol(line + 4));
            printf("%ld\n", now);
        } else if (sscanf(line, "read %ld %d %d", &end, &first, &count) == 3) {
            pass(end);
            printf("%ld", now);
            for (at = 0; at < count; at++) printf(" %d", r[(first + at) & 63]);
            puts("");
        } else if (sscanf(line, "write %ld %d%n", &end, &first, &used) == 2) {
            pass(end);
            char *words = line + used;
            beaten |= first == HEARTBEAT;
            while (sscanf(words, "%d%n", &value, &used) == 1) {
                r[first++ & 63] = (u16)value;
                words += used;
            }
            printf("%ld\n", now);
        } else {
            people(line);
            printf("%ld\n", now);
        }
        fflush(stdout);
    }
}

static u16 crc16(const u8 *data, int size) {
    u16 crc = 0xFFFF;
    for (int at = 0; at < size; at++) {
        crc ^= data[at];
        for (int bit = 0; bit < 8; bit++) crc = (u16)(crc & 1 ? crc >> 1 ^ 0xA001 : crc >> 1);
    }
    return crc;
}

static int answered(const u8 *q, int size, u8 *a) {
    int first = q[2] << 8 | q[3], count = q[4] << 8 | q[5], length;
    if (size < 8 || q[0] != UNIT || crc16(q, size - 2) != (q[size - 2] | q[size - 1] << 8)) return 0;
    a[0] = UNIT;
    a[1] = q[1];
    if ((q[1] != 3 && q[1] != 16) || first + count > 64) {
        a[1] |= 0x80;
        a[2] = first + count > 64 ? 2 : 1;
        length = 3;
    } else if (q[1] == 3) {
        a[2] = (u8)(2 * count);
        for (int at = 0; at < count; at++) {
            a[3 + 2 * at] = (u8)(r[first + at] >> 8);
            a[4 + 2 * at] = (u8)r[first + at];
        }
        length = 3 + 2 * count;
    } else {
        beaten |= first == HEARTBEAT;
        for (int at = 0; at < count; at++) r[first + at] = (u16)(q[7 + 2 * at] << 8 | q[8 + 2 * at]);
        memcpy(a + 2, q + 2, 4);
        length = 6;
    }
    u16 crc = crc16(a, length);
    a[length++] = (u8)crc;
    a[length++] = (u8)(crc >> 8);
    return length;
}

static void real_time(int fd) {
    struct timespec began, at;
    u8 question[300], answer[300];
    char line[200];
    int size = 0, length;
    long scanned = 0;
    clock_gettime(CLOCK_MONOTONIC, &began);
    fcntl(0, F_SETFL, O_NONBLOCK);
    for (;;) {
        struct pollfd ends[2] = {{fd, POLLIN, 0}, {0, POLLIN, 0}};
        int ready = poll(ends, 2, 1);
        clock_gettime(CLOCK_MONOTONIC, &at);
        now = (at.tv_sec - began.tv_sec) * 1000 + (at.tv_nsec - began.tv_nsec) / 1000000;
        if (ends[1].revents) {
            ssize_t got = read(0, line, sizeof line - 1);
            if (got == 0) return;
            if (got > 0) {
                line[got] = 0;
                line[strcspn(line, "\n")] = 0;
                people(line);
                puts("done");
                fflush(stdout);
            }
        }
        if (ends[0].revents & POLLIN) {
            ssize_t got = read(fd, question + size, sizeof question - (size_t)size);
            if (got > 0) size += (int)got;
        } else if (!ready || size >= 250) size = 0;
        if (size >= 8 && (length = answered(question, size, answer))) {
            if (write(fd, answer, (size_t)length) < 0) { /* nobody listens */ }
            size = 0;
        }
        if (now - scanned >= SCAN_MS) { scan(); scanned = now; }
    }
}

int main(int count, char **words) {
    int fd = -1;
    for (int at = 1; at < count; at++) {
        if (!strcmp(words[at], "--fd") && at + 1 < count) fd = atoi(words[++at]);
        else mistake = words[at];
    }
    scan();
    if (fd < 0) virtual_time();
    else real_time(fd);
    return 0;
}
