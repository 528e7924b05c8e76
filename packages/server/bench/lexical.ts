import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { parseSite } from '../src/web/address/parseSite.ts'
import { loadLexicalModel } from '../src/web/lexical/loadLexicalModel.ts'
import type { BenchOptions } from './main.ts'

const ROUNDS = 5
const MADE_UP = 60_000
/** One phishing host among so many honest ones: still far more than a service is asked for. */
const HONEST_EACH = 9

/**
 * How fast hosts are judged: `perSecond` URLs read (WHATWG URL, public suffix) and scored on one core, `perCpuSecond` by processor
 * time, which other work on the machine changes less, `scoredPerCpuSecond` without the reading. One host in ten is phishing, and is
 * explained when it is found. `parsedPerCpuSecond`: `URL.parse` alone, to compare with.
 */
export default async function lexical({ data }: BenchOptions): Promise<object> {
  const { urls, real } = await urlsFrom(data)
  const model = loadLexicalModel()
  const run = (): number => urls.reduce((sum, url) => sum + (model(parseSite(url))?.score ?? 0), 0)
  run()
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  for (let round = 0; round < ROUNDS; round++) run()
  const seconds = (performance.now() - began) / 1_000
  const cpu = process.cpuUsage(cpuBefore)
  const sites = urls.map(parseSite)
  const count = urls.length * ROUNDS
  return {
    urls: urls.length,
    real,
    explained: sites.filter((site) => (model(site)?.level ?? 'none') !== 'none').length,
    perSecond: Math.round(count / seconds),
    perCpuSecond: Math.round((count / (cpu.user + cpu.system)) * 1_000_000),
    scoredPerCpuSecond: perCpuSecond(count, () => {
      for (const site of sites) model(site)
    }),
    parsedPerCpuSecond: perCpuSecond(count, () => {
      for (const url of urls) URL.parse(url)
    }),
  }
}

function perCpuSecond(count: number, work: () => void): number {
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++) work()
  const { user, system } = process.cpuUsage(before)
  return Math.round((count / (user + system)) * 1_000_000)
}

async function urlsFrom(data: string): Promise<{ urls: string[]; real: boolean }> {
  const files = ['test_phishing', 'test_benign'].map((name) => join(data, 'urls', `${name}.csv.gz`))
  if (!files.every(existsSync))
    return {
      urls: Array.from({ length: MADE_UP }, (_, at) => `https://shop-${at}.example${at % 97}.com/`),
      real: false,
    }
  const [bad = [], good = []] = await Promise.all(files.map(hostColumn))
  const hosts = good.flatMap((host, at) => (at % HONEST_EACH === 0 ? [host, bad[at] ?? host] : [host]))
  return { urls: hosts.map((host) => `https://${host}/`), real: true }
}

async function hostColumn(file: string): Promise<string[]> {
  const [, ...rows] = gunzipSync(await readFile(file))
    .toString('utf8')
    .trim()
    .split('\n')
  return rows.map((row) => row.slice(0, row.indexOf(','))).filter((host) => URL.canParse(`https://${host}/`))
}
