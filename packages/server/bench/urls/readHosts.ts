import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { parseSite } from '../../src/web/address/parseSite.ts'

/** One host of a recorded list. */
export type HostRow = {
  host: string
  site: SiteAddress
  phishing: boolean
  /** Day on which a list first named it, `2024-08-31`; empty for unknown. */
  seen: string
  /** Lists that name it. */
  sources: string[]
  /** `phish`, or what kind of honest host it is: `popular`, `longtail`, `crypto`, `hosted`, `dev`. */
  category: string
}

/** Rows of `host,registrable,public_suffix,hosted_platform,label,first_seen,sources,category`, gzipped; what no URL can hold is left out. */
export async function readHosts(file: string): Promise<HostRow[]> {
  const rows: HostRow[] = []
  // Opened first: readline drops the error of a stream whose file is missing.
  const opened = await open(file)
  let columns: string[] | undefined
  for await (const line of createInterface({ input: opened.createReadStream().pipe(createGunzip()) })) {
    const cells = line.split(',')
    if (columns === undefined) {
      columns = cells
      continue
    }
    const cell = (name: string) => cells[columns?.indexOf(name) ?? -1] ?? ''
    const site = siteOfHost(cell('host'))
    if (site === null) continue
    rows.push({
      host: site.host,
      site,
      phishing: cell('label') === '1',
      seen: cell('first_seen'),
      sources: cell('sources').split('|'),
      category: cell('category'),
    })
  }
  return rows
}

/** Lists hold what no URL can: underscores at the end, labels of numbers. */
function siteOfHost(host: string): SiteAddress | null {
  try {
    return parseSite(`https://${host}/`)
  } catch {
    return null
  }
}
