import { stat } from 'node:fs/promises'
import { basename, isAbsolute, resolve } from 'node:path'
import { cleanText, visibleText } from '../../lib/cleanText.ts'
import {
  FORMATS,
  type FormatOptions,
  type IntelSource,
  type ListFormat,
  type ListLabel,
  type NewIntelSource,
} from '../ports.ts'

const MAX_LENGTH = 200

/** What an operator says of a list; what is left out gets a default. */
export type SourceRequest = {
  /** http or https URL, or the path of a file, relative to the working folder. */
  location: string
  format: ListFormat
  label: ListLabel
  options: FormatOptions
  id?: string
  title?: string
  confidence?: IntelSource['confidence']
  licence?: string
  refreshMs?: number
  /** Its entries rarely stay from one refresh to the next. */
  churns?: boolean
}

/** Something about a list to add is wrong; `field` names which member of the request. */
export class SourceRequestError extends Error {
  readonly field: keyof SourceRequest | keyof FormatOptions
  constructor(field: SourceRequestError['field'], message: string) {
    super(message)
    this.name = 'SourceRequestError'
    this.field = field
  }
}

/** Each is asked, hashed and indexed: more than this is a mistake. */
const MAX_SOURCES = 200
const MAX_LOCATION = 2048
const MAX_TEXT = 120
const HOUR = 3_600_000
const DEFAULT_REFRESH_MS = 6 * HOUR
const MIN_REFRESH_MS = 60_000
const MAX_REFRESH_MS = 30 * 24 * HOUR
/** Sanctions count as unknown when their list is over 48 h old: half of that leaves time for a failure. */
const MAX_SANCTIONS_REFRESH_MS = 24 * HOUR

/**
 * Checks and completes what an operator says of a list.
 * @param known the lists there are, whose ids are taken.
 * @throws SourceRequestError naming the field and the remedy.
 */
export async function newSource(request: SourceRequest, known: readonly IntelSource[]): Promise<NewIntelSource> {
  const { format, label, options } = request
  if (known.length >= MAX_SOURCES) {
    throw new SourceRequestError('location', `there are ${MAX_SOURCES} lists already, which is the limit; remove one.`)
  }
  const location = await readLocation(request.location)
  const wrong = wrongOption(format, options)
  if (wrong) throw new SourceRequestError(wrong.field, wrong.message)
  const refreshMs = request.refreshMs ?? DEFAULT_REFRESH_MS
  if (refreshMs < MIN_REFRESH_MS || refreshMs > MAX_REFRESH_MS) {
    throw new SourceRequestError('refreshMs', 'the schedule is one minute (1m) to thirty days (30d).')
  }
  if (label === 'sanctioned' && refreshMs > MAX_SANCTIONS_REFRESH_MS) {
    throw new SourceRequestError('refreshMs', 'a sanctions list is only believed for 48 hours: ask for it every 24h.')
  }
  const name = nameOf(location)
  return {
    id: request.id === undefined ? freeId(slug(name), known) : readId(request.id, known),
    title: visibleText(request.title ?? name, MAX_TEXT) || name,
    location,
    format,
    options,
    label,
    confidence: request.confidence ?? 'medium',
    licence: request.licence === undefined ? null : cleanText(request.licence, MAX_TEXT) || null,
    refreshMs,
    churns: request.churns ?? false,
  }
}

async function readLocation(text: string): Promise<string> {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    const url = URL.canParse(text) ? new URL(text) : null
    if (url === null || !/^https?:$/.test(url.protocol)) {
      throw new SourceRequestError('location', 'a list is an http:// or https:// URL, or a file of this machine.')
    }
    if (!isDecodable(url.username + url.password)) {
      throw new SourceRequestError('location', 'a % in the user name or password is written %25.')
    }
    url.hash = ''
    if (url.href.length > MAX_LOCATION) throw new SourceRequestError('location', `at most ${MAX_LOCATION} characters.`)
    return url.href
  }
  const path = isAbsolute(text) ? text : resolve(text)
  const found = await stat(path).catch(() => null)
  if (found === null) throw new SourceRequestError('location', `there is no file ${path}.`)
  if (!found.isFile()) throw new SourceRequestError('location', `${path} is no plain file.`)
  return path
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** The path of a URL may hold a key, and names are shown: the host alone. */
function nameOf(location: string): string {
  return location.startsWith('/') ? basename(location) : new URL(location).hostname
}

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/
const MAX_ID = 64
/** What `enable` means the recommended lists by. */
const RESERVED = 'recommended'

function readId(id: string, known: readonly IntelSource[]): string {
  if (!ID.test(id) || id.length > MAX_ID || id === RESERVED) {
    throw new SourceRequestError('id', `lower-case letters, digits and single hyphens, at most ${MAX_ID}.`)
  }
  if (known.some((source) => source.id === id)) {
    throw new SourceRequestError('id', `there is a list "${id}" already; choose another id, or remove that one.`)
  }
  return id
}

/** @example slug('www.Treasury.gov') // 'treasury-gov' */
function slug(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/[^a-z0-9]+/g, '-')
  const cut = words.slice(0, MAX_ID - 4).replace(/^-+|-+$/g, '')
  return cut === '' || cut === RESERVED ? 'list' : cut
}

function freeId(wanted: string, known: readonly IntelSource[]): string {
  const taken = new Set(known.map(({ id }) => id))
  for (let n = 1; ; n++) {
    const id = n === 1 ? wanted : `${wanted}-${n}`
    if (!taken.has(id)) return id
  }
}

/** The first option that a format has no use for, misses, or cannot read; null when all is well. */
export function wrongOption(
  format: ListFormat,
  options: FormatOptions,
): { field: keyof FormatOptions; message: string } | null {
  const { options: read, needs }: { options: readonly string[]; needs?: keyof FormatOptions } = FORMATS[format]
  for (const [field, value] of Object.entries(options) as [keyof FormatOptions, string][]) {
    // It would silently do nothing.
    if (!read.includes(field)) return { field, message: `a list of kind ${format} has no use for it.` }
    if (value === '' || value.length > MAX_LENGTH) return { field, message: `1 to ${MAX_LENGTH} characters.` }
  }
  const { delimiter } = options
  if (delimiter !== undefined && (!/^[\t\x20-\x7e]$/.test(delimiter) || delimiter === '"')) {
    return { field: 'delimiter', message: 'one character, such as ";" or a tab, but no quote.' }
  }
  if (needs !== undefined && options[needs] === undefined) {
    return { field: needs, message: `a list of kind ${format} needs it to tell where the values are.` }
  }
  return null
}
