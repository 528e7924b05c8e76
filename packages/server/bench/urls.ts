import { join } from 'node:path'
import type { LexicalScore } from '@redoubt/risk/facts/site.ts'
import { loadLexicalModel } from '../src/web/lexical/loadLexicalModel.ts'
import type { BenchOptions } from './main.ts'
import { isTrainingHost } from './urls/isTrainingHost.ts'
import { type HostRow, readHosts } from './urls/readHosts.ts'
import { auc } from './urls/roc.ts'
import { wholeScan } from './urls/wholeScan.ts'

type Judged = { row: HostRow; score: number; level: LexicalScore['level'] }

/**
 * Measures the lexical model on hosts that it has never seen, by the host alone, at the shipped thresholds. `Hard`: against
 * honest crypto sites only. A host that the model does not score counts as honest. `taught`: phishing hosts named by a list
 * that the model may learn from; `otherLists`: named by no such list. `cautioned`: share of honest hosts by kind.
 */
export default async function urls({ data }: BenchOptions): Promise<object> {
  const model = loadLexicalModel()
  const judge = (row: HostRow): Judged => {
    const said = model(row.site)
    return { row, score: said?.score ?? 0, level: said?.level ?? 'none' }
  }
  const bad = (await readHosts(join(data, 'urls', 'test_phishing.csv.gz'))).map(judge)
  const good = (await readHosts(join(data, 'urls', 'test_benign.csv.gz'))).map(judge)
  const hard = good.filter(({ row }) => row.category === 'crypto')
  const taught = bad.filter(({ row }) => isTrainingHost(row))
  const others = bad.filter(({ row }) => !isTrainingHost(row))
  return {
    auc: areaOf(bad, good),
    aucHard: areaOf(bad, hard),
    recallCaution: reached(bad, 'caution'),
    fprCaution: reached(good, 'caution'),
    recallAvoid: reached(bad, 'avoid'),
    fprAvoid: reached(good, 'avoid'),
    fprCautionHard: reached(hard, 'caution'),
    fprAvoidHard: reached(hard, 'avoid'),
    n: { phishing: bad.length, honest: good.length, hard: hard.length },
    taught: { n: taught.length, auc: areaOf(taught, good), recallCaution: reached(taught, 'caution') },
    otherLists: { n: others.length, auc: areaOf(others, good), recallCaution: reached(others, 'caution') },
    cautioned: Object.fromEntries(
      [...Map.groupBy(good, ({ row }) => row.category)].map(([kind, hosts]) => [kind, reached(hosts, 'caution')]),
    ),
    // What the name comes to beside what else a scan learns of an honest site.
    wholeScan: await wholeScan(
      hard.map(({ row }) => row),
      bad.map(({ row }) => row),
    ),
    roc: Object.fromEntries([0.001, 0.003, 0.01, 0.03, 0.1].map((share) => [share, recallAt(share, bad, good)])),
  }
}

function areaOf(bad: readonly Judged[], good: readonly Judged[]): number {
  return rounded(
    auc(
      Float64Array.from(bad, ({ score }) => score),
      Float64Array.from(good, ({ score }) => score),
    ),
  )
}

/** Share that has this level or a worse one. */
function reached(hosts: readonly Judged[], least: 'caution' | 'avoid'): number {
  const those = hosts.filter(({ level }) => level === 'avoid' || level === least)
  return rounded(those.length / hosts.length)
}

/** Share of the bad above all but this share of the good, wherever the threshold would be: a reading of the curve. */
function recallAt(share: number, bad: readonly Judged[], good: readonly Judged[]): number {
  const scores = good.map(({ score }) => score).toSorted((a, b) => b - a)
  const limit = scores[Math.floor(scores.length * share)] ?? 1
  return rounded(bad.filter(({ score }) => score > limit).length / bad.length)
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
