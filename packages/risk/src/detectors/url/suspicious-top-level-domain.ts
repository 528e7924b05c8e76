import { defineDetector } from '../../engine/detector.ts'

/** Measured by registrable domain on permissively licensed lists; ccTLDs only where they were free of charge. */
const ENDINGS: ReadonlySet<string> = new Set(
  'icu click tk ga gq ml cf buzz website site gift support sbs live events cfd monster claims shop best online'.split(
    ' ',
  ),
)

export default defineDetector({
  id: 'suspicious-top-level-domain',
  title: 'Top-level domain common in phishing',
  why: 'Among the phishing domains of open lists (2022 to 2024) these top-level domains are at least seven times as frequent as among honest crypto sites: they are very cheap or were free. Most sites under them are still honest. Top-level domains of crypto communities (`xyz`, `io`, `app`) are not on this list.',
  advice: 'Check every request of the site twice.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'low',
  confidence: 'low',
  soft: true,
  needs: ['site'],
  detect: ({ site: { host, publicSuffix, platform } }) => {
    const ending = publicSuffix?.split('.').at(-1)
    if (ending === undefined || platform !== null || !ENDINGS.has(ending)) return []
    return [{ description: `${host} ends in .${ending}.`, evidence: { host, ending } }]
  },
})
