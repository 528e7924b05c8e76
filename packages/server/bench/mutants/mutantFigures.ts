import type { JudgedMutant } from './scanMutants.ts'

type Cell = { n: number; caught: number; twins: number; twinsCaution: number; twinsBlocked: number }

/** Totals, and the same by flag, power, guard, packing and place of the switch. */
export function mutantFigures(judged: readonly JudgedMutant[]) {
  const by = (keyOf: (one: JudgedMutant) => string): Record<string, Cell> =>
    Object.fromEntries([...Map.groupBy(judged, keyOf)].sort().map(([key, ones]) => [key, cellOf(ones)]))
  const harm = judged.filter(({ isHarm }) => isHarm)
  const shapes = [...Map.groupBy(harm, ({ shape }) => shape).values()]
  const isTorn = (ones: readonly JudgedMutant[]) => new Set(ones.map(({ isCaught }) => isCaught)).size > 1
  return {
    ...cellOf(judged),
    shapes: shapes.length,
    /** Shapes that are caught from one compiler and missed from another. */
    unequal: shapes.filter(isTorn).length,
    incomplete: judged.filter(({ complete }) => !complete).length,
    by: {
      compiler: by(({ compiler }) => compiler),
      power: by(({ power }) => power),
      guard: by(({ guard }) => guard),
      packing: by(({ packing }) => packing),
      place: by(({ place }) => place),
    },
    missed: harm.filter(({ isCaught }) => !isCaught).map(textOf),
    alarmed: judged.filter(({ isHarm, riskLevel }) => !isHarm && isAlarm(riskLevel)).map(textOf),
  }
}

/** A contract scan recommends CAUTION from a score of 40, which is medium. */
const isAlarm = (level: string) => level === 'medium' || level === 'high' || level === 'critical'

function textOf({ id, power, guard, packing, place, compiler }: JudgedMutant): string {
  return `${id}: ${power}, ${guard}, ${packing}, ${place}, ${compiler}`
}

function cellOf(ones: readonly JudgedMutant[]): Cell {
  const harm = ones.filter(({ isHarm }) => isHarm)
  const twins = ones.filter(({ isHarm }) => !isHarm)
  return {
    n: harm.length,
    caught: harm.filter(({ isCaught }) => isCaught).length,
    twins: twins.length,
    twinsCaution: twins.filter(({ riskLevel }) => riskLevel === 'medium' || riskLevel === 'high').length,
    twinsBlocked: twins.filter(({ riskLevel }) => riskLevel === 'critical').length,
  }
}
