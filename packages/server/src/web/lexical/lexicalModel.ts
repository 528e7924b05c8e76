import type { LexicalScore, SiteAddress } from '@redoubt/risk/facts/site.ts'
import { explainHost } from './explainHost.ts'
import { emptyHostGrams, hostGrams } from './hostGrams.ts'
import type { LexicalWeights } from './parseWeights.ts'

/** Judges a host by its characters alone. Null where the host says nothing: IP literals, and hosts that strangers share. */
export type LexicalModel = (site: SiteAddress) => LexicalScore | null

const DIGITS = 1e6

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
