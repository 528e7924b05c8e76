import { closeSync, openSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** One published package that facts were taken from. */
export type PackSource = {
  package: string
  version: string
  /** SPDX. */
  licence: string
  /** Day on which the registry says the version was published, `2026-09-16`. */
  published: string
  takes: string
  /** Facts that this package was the first to give, by kind. */
  counts: Record<string, number>
}

/** First line of the pack: where everything came from, and where each section starts. */
export type PackManifest = {
  format: 1
  /** Day of the newest and of the oldest source. */
  date: string
  oldest: string
  categories: string[]
  confidences: string[]
  sources: PackSource[]
  /** In the order of the lines that follow; `bytes` with the line break. */
  sections: { name: string; count: number; bytes: number }[]
}

const PATH = fileURLToPath(new URL('./pack.generated.ndjson', import.meta.url))
const MANIFEST_BYTES = 65_536

let manifest: (PackManifest & { start: number }) | undefined

/**
 * The committed data pack, written by `npm run gen:intel`: one JSON document a line. Only what is asked for is read and
 * parsed, so that a service that never looks at a section never pays for it.
 */
export function readPack(): PackManifest & { section: (name: string) => unknown; has: (name: string) => boolean } {
  manifest ??= readManifest()
  const { start, ...rest } = manifest
  return {
    ...rest,
    section: (name) => readSection(name, start, rest.sections),
    has: (name) => rest.sections.some((section) => section.name === name),
  }
}

function readManifest(): PackManifest & { start: number } {
  const head = readBytes(0, MANIFEST_BYTES)
  const end = head.indexOf(0x0a)
  if (end === -1) throw new Error('the data pack has no manifest: run npm run gen:intel')
  return { ...(JSON.parse(head.toString('utf8', 0, end)) as PackManifest), start: end + 1 }
}

function readSection(name: string, start: number, sections: PackManifest['sections']): unknown {
  let offset = start
  for (const section of sections) {
    if (section.name === name) return JSON.parse(readBytes(offset, section.bytes).toString('utf8'))
    offset += section.bytes
  }
  throw new Error(`the data pack has no section ${name}: run npm run gen:intel`)
}

/** At most `length` bytes: the last read of a file may be shorter. */
function readBytes(offset: number, length: number): Buffer {
  const file = openSync(PATH, 'r')
  try {
    const buffer = Buffer.allocUnsafe(length)
    return buffer.subarray(0, readSync(file, buffer, 0, length, offset))
  } finally {
    closeSync(file)
  }
}
