import { defineDetector } from '../../detector.ts'

/** Measured by registrable domain on permissively licensed lists; ccTLDs only where they were free of charge. */
const ENDINGS: ReadonlySet<string> = new Set(
  'icu click tk ga gq ml cf buzz website site gift support sbs live events cfd monster claims shop best online'.split(
    ' ',
  ),
)

export default defineDetector({
  id: 'suspicious-suffix',
  title: 'Its ending is a favourite of phishers',
  why: 'Among the phishing domains of open lists (2022 to 2024) these endings are at least seven times as frequent as among honest crypto sites: they are sold for next to nothing or were given away. Most sites under them are honest all the same. Endings of networks’ communities (`xyz`, `io`, `app`) are not among them.',
  advice: 'Look twice at what the site asks for.',
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
