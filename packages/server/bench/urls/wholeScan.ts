import type { Facts } from '@redoubt/risk/facts/facts.ts'
import {
  browsing,
  dns,
  page,
  registration,
  SCANNED_AT,
  site,
  tls,
  unreached,
  visit,
} from '@redoubt/risk/testing/sampleUrl.ts'
import { judgeUrl } from '@redoubt/risk/testing/testUrlVerdict.ts'
import { BRANDS } from '../../src/web/brands/brands.ts'
import { createLikenesses } from '../../src/web/brands/likenesses.ts'
import { loadLexicalModel } from '../../src/web/lexical/loadLexicalModel.ts'
import type { HostRow } from './readHosts.ts'

const DAY = 86_400_000
/** Days since registration; null: no registry says. */
const AGES = [14, 60, 120, 400, null] as const
const ALARMS: readonly string[] = ['AVOID', 'BLOCK']
/** Of phishing hosts, at most: they are the same facts again and again. */
const MAX_PHISHING = 3_000

/**
 * What a whole scan says of a host, its name judged beside facts of an honest site: a page of its own read whole, used by a browser, a
 * certificate in force, no list. `flagged`: share of honest sites of the trade that are CAUTION or worse where a site with a neutral name and the
 * same facts is not; `accused`: AVOID or BLOCK. `unread`: the same where the site did not answer and its age is unknown. `phishing`: share of
 * phishing hosts that their name alone still makes CAUTION beside a harmless page.
 */
export async function wholeScan(hard: readonly HostRow[], bad: readonly HostRow[]): Promise<object> {
  const lexical = loadLexicalModel()
  const likenesses = createLikenesses(BRANDS)
  const judge = async (host: HostRow['site'], facts: Partial<Facts>) => {
    const names: Partial<Facts> = { site: host, lexical: lexical(host), likenesses: likenesses(host) }
    return (await judgeUrl({ ...facts, ...names })).recommendation
  }
  const quiet = site('https://alderfield.example/')
  const shares = async (rows: readonly HostRow[], factsOf: (host: HostRow['site']) => Partial<Facts>) => {
    const neutral = await judge(quiet, factsOf(quiet))
    let [flagged, accused] = [0, 0]
    for (const row of rows) {
      const said = await judge(row.site, factsOf(row.site))
      if (said !== neutral && said !== 'PROCEED') flagged++
      if (ALARMS.includes(said)) accused++
    }
    return { neutral, flagged: rounded(flagged / rows.length), accused: rounded(accused / rows.length) }
  }
  const step = Math.max(1, Math.floor(bad.length / MAX_PHISHING))
  const some = bad.filter((_, at) => at % step === 0)
  const byAge: Record<string, object> = {}
  for (const days of AGES) {
    const factsOf = (host: HostRow['site']) => shown(host, days)
    byAge[days === null ? 'unknown' : `${days} days`] = {
      ...(await shares(hard, factsOf)),
      phishing: (await shares(some, factsOf)).flagged,
    }
  }
  const unread = { ...(await shares(hard, unanswered)), phishing: (await shares(some, unanswered)).flagged }
  return { byAge, unread, n: { hard: hard.length, phishing: some.length } }
}

function shown(host: HostRow['site'], days: number | null): Partial<Facts> {
  const label = (host.site ?? host.host).split('.')[0] ?? ''
  return {
    ...aged(days),
    tls: tls({ validFrom: SCANNED_AT - Math.min(days ?? 60, 60) * DAY }),
    visit: visit({ final: host }),
    page: page({ title: `${label} | Home`, rendered: true }),
    browsing: browsing({ finalUrl: host.href }),
  }
}

function unanswered(host: HostRow['site']): Partial<Facts> {
  const silent = unreached('timeout')
  return { ...aged(null), dns: dns(), ...silent, visit: { ...silent.visit, final: host } }
}

function aged(days: number | null): Partial<Facts> {
  return days === null
    ? { registration: registration({ registeredAt: null }) }
    : { registration: registration({ ageDays: days }) }
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
