import { readFileSync, statSync } from 'node:fs'
import type { LexicalScore, SiteAddress } from '@redoubt/risk/facts/site.ts'
import { emptyHostGrams, type HostGrams, hostGrams } from './hostGrams.ts'
import { type LexicalWeights, parseWeights } from './parseWeights.ts'

const MAX_PIECES = 5

const SEPARATORS = /[.-]+$/

const SEPARATOR = /[.-]/

const DIGITS = 1e6

const COMMITTED = new URL('./weights.generated.bin', import.meta.url)
const MAX_BYTES = 200_000

/**
 * The lexical model: the committed one, read when first asked, or an operator's own.
 * @param path of a file that `npm run train:urls` wrote. Read at once, so that a wrong one stops the start and not a scan.
 * @throws Error that says what is wrong with the file.
 */
export function loadLexicalModel(path?: string): LexicalModel {
  let model = path === undefined ? undefined : open(path)
  return (site) => {
    model ??= open(COMMITTED)
    return model(site)
  }
}

function open(file: string | URL): LexicalModel {
  const { size } = statSync(file)
  if (size > MAX_BYTES) throw new Error(`The lexical model ${file} has ${size} bytes, more than ${MAX_BYTES}.`)
  return createLexicalModel(parseWeights(readFileSync(file)))
}

/** Judges a host by its characters alone. Null where the host says nothing: IP literals, and hosts that strangers share. */
type LexicalModel = (site: SiteAddress) => LexicalScore | null

/**
 * The model over given weights: a score, its level and, where there is one, the pieces of the host that made it. Equal hosts
 * have equal scores, and nothing is remembered.
 */
export function createLexicalModel(model: LexicalWeights): LexicalModel {
  const { weights, bias, scale, norm, slope, intercept, caution, avoid, trained } = model
  const told = { trained, caution: caution.honest, avoid: avoid.honest }
  const grams = emptyHostGrams()
  return (site) => {
    if (site.ip !== null || site.site === null) return null
    hostGrams(site, grams)
    let sum = 0
    for (let feature = 0; feature < grams.count; feature++) sum += weights[grams.buckets[feature] ?? 0] ?? 0
    const unit = scale / grams.count ** norm
    const logit = bias + unit * sum
    const level = logit >= avoid.logit ? 'avoid' : logit >= caution.logit ? 'caution' : 'none'
    const score = Math.round(DIGITS / (1 + Math.exp(-(slope * logit + intercept)))) / DIGITS
    if (level === 'none') return { score, level, top: [], model: told }
    return { score, level, top: explainHost(site, grams, { weights, unit }), model: told }
  }
}

type Piece = { gram: string; weight: number }

/**
 * Pieces of a host that weigh most for it being bad, worst first: words of the name or parts of them, and the suffix. Each gram
 * shares its weight equally among its characters, and a run of characters of one word that weigh for bad makes a piece, so that
 * overlapping grams become something a person can read. What the form of a name weighs is in no piece.
 * @param unit what one step of a weight adds to the logit of this host.
 */
export function explainHost(
  { host }: Pick<SiteAddress, 'host'>,
  grams: HostGrams,
  { weights, unit }: { weights: Int8Array; unit: number },
): Piece[] {
  const perCharacter = weighCharacters(host.length, grams, weights)
  const pieces: Piece[] = []
  let from = 0
  let weight = 0
  const end = (to: number) => {
    const gram = from === grams.suffixAt ? host.slice(from, to) : host.slice(from, to).replace(SEPARATORS, '')
    if (weight > 0 && gram !== '') pieces.push({ gram, weight: Math.round(weight * unit * 100) / 100 })
    from = to
    weight = 0
  }
  for (let at = 0; at < host.length; at++) {
    const own = perCharacter[at] ?? 0
    const inSuffix = at > grams.suffixAt
    if (at === grams.suffixAt || (!inSuffix && (own > 0 !== weight > 0 || SEPARATOR.test(host[at - 1] ?? '')))) end(at)
    weight += own
  }
  end(host.length)
  return pieces.sort((a, b) => b.weight - a.weight || (a.gram < b.gram ? -1 : 1)).slice(0, MAX_PIECES)
}

/** The mark after a label falls on the dot that stands there; those at the ends of the host fall on nothing. */
function weighCharacters(length: number, grams: HostGrams, weights: Int8Array): Float64Array {
  const perCharacter = new Float64Array(length)
  for (let feature = 0; feature < grams.count; feature++) {
    const start = grams.starts[feature] ?? 0
    const from = Math.max(start, 0)
    const to = Math.min(start + (grams.lengths[feature] ?? 0), length)
    const each = (weights[grams.buckets[feature] ?? 0] ?? 0) / (to - from)
    for (let at = from; at < to; at++) perCharacter[at] = (perCharacter[at] ?? 0) + each
  }
  return perCharacter
}
