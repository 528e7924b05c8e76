import type { ArenaCase, ArenaEngine } from './arenaEngine.ts'

/** What one engine made of the cases. */
export type ArenaRow = Pick<ArenaEngine, 'name' | 'version' | 'licence'> & {
  /** Hostile and honest cases that it judged at all. */
  hostile: number
  stopped: number
  honest: number
  accused: number
  missed: string[]
  accusations: string[]
  /** Honest cases that it leaves undecided for want of facts. */
  undecided: string[]
}

/** A row without cases. */
function emptyRow({ name, version, licence }: ArenaEngine): ArenaRow {
  return {
    name,
    version,
    licence,
    hostile: 0,
    stopped: 0,
    honest: 0,
    accused: 0,
    missed: [],
    accusations: [],
    undecided: [],
  }
}

/** Asks one engine about every case, one after the other, and counts its verdicts into `row`. */
export async function compete(
  engine: ArenaEngine,
  cases: readonly ArenaCase[],
  row: ArenaRow = emptyRow(engine),
): Promise<ArenaRow> {
  for (const one of cases) {
    const { verdict, why } = await engine.judge(one)
    if (verdict === 'unable') continue
    row[one.label]++
    if (verdict === 'stop' && one.label === 'hostile') row.stopped++
    else if (verdict === 'unknown' && one.label === 'honest') row.undecided.push(one.id)
    else if (verdict === 'stop') {
      row.accused++
      row.accusations.push(`${one.id}: ${why}`)
    } else if (one.label === 'hostile') row.missed.push(`${one.id}: ${one.technique}`)
  }
  return row
}

/** The rows as a table of Markdown. */
export function tableOf(rows: readonly ArenaRow[]): string {
  const lines = rows.map(
    ({ name, version, licence, hostile, stopped, honest, accused, undecided, missed }) =>
      `| ${name} ${version} | ${licence} | ${stopped} of ${hostile} | ${accused} of ${honest} | ${undecided.length} | ${missed.map((one) => one.split(':')[0]).join(', ') || '–'} |`,
  )
  return [
    '| engine | licence | hostile stopped | honest stopped | honest undecided | missed |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}
