import type { BlockSource } from '../ports.ts'
import type { WatchLimits } from './watchLimits.ts'

/** The first of some blocks that is not too old to be judged; the one after the last when all are. */
export async function skipTo(
  source: Pick<BlockSource, 'headerAt'>,
  { from, to, limits, now }: { from: bigint; to: bigint; limits: Pick<WatchLimits, 'maxAgeMs'>; now: number },
  signal: AbortSignal,
): Promise<bigint> {
  const isOld = async (number: bigint) => {
    const { timestamp } = await source.headerAt(number, signal)
    return Number(timestamp) * 1000 < now - limits.maxAgeMs
  }
  if (from > to || !Number.isFinite(limits.maxAgeMs) || !(await isOld(from))) return from
  let [old, young] = [from, to + 1n]
  while (young - old > 1n) {
    const middle = (old + young) / 2n
    if (await isOld(middle)) old = middle
    else young = middle
  }
  return young
}
