import type { Hex } from '@redoubt/risk/address.ts'

const PUSH1 = 0x60
const PUSH32 = 0x7f
/** Times and durations take three to five bytes. */
const [PUSH3, PUSH5] = [0x62, 0x64]
const [TIMESTAMP, NUMBER] = [0x42, 0x43]
/** CALL, CALLCODE, DELEGATECALL, STATICCALL: other code may look at the clock. */
const CALLS = new Set([0xf1, 0xf2, 0xf4, 0xfa])
const HOUR = 3_600
const DAY = 24 * HOUR
const LONGEST = 3_650 * DAY
/** Opcodes between a date and the clock that it is compared with: selectors look like dates, too. */
const NEAR = 6

/**
 * What code says of time: whether it can look at the clock at all, and the seconds from `now` (Unix time) to the durations and
 * dates that stand in it, longest first. Data behind the code may read like either: nothing is proven by being here.
 * @param least durations that are tried anyway are left out.
 */
export function codeDurations(code: Hex, now: number, least: number): { looks: boolean; waits: number[] } {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const waits = new Set<number>()
  const dates: { order: number; wait: number }[] = []
  const clocks: number[] = []
  let looks = false
  let order = 0
  for (let at = 0; at < bytes.length; at++, order++) {
    const opcode = bytes[at] ?? 0
    if (opcode === TIMESTAMP || opcode === NUMBER || CALLS.has(opcode)) looks = true
    if (opcode === TIMESTAMP) clocks.push(order)
    if (opcode < PUSH1 || opcode > PUSH32) continue
    const size = opcode - PUSH1 + 1
    if (opcode >= PUSH3 && opcode <= PUSH5 && at + size < bytes.length) {
      const value = bytes.readUIntBE(at + 1, size)
      if (value > now) dates.push({ order, wait: value - now })
      else if (value % HOUR === 0) waits.add(value)
    }
    at += size
  }
  for (const { order: place, wait } of dates)
    if (clocks.some((clock) => Math.abs(clock - place) <= NEAR)) waits.add(wait)
  const tried = [...waits].filter((wait) => wait > least && wait < LONGEST)
  return { looks, waits: tried.map((wait) => wait + HOUR).sort((a, b) => b - a) }
}
