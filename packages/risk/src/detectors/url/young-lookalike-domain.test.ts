import { detectorTest } from '../../testing/detectorTest.ts'
import { likeness, registration, site, trust } from '../../testing/sampleUrl.ts'
import detector from './young-lookalike-domain.ts'

const almost = likeness({ how: 'edit-distance', matched: 'foxwalet' })
const young = registration({ ageDays: 400 })
const old = registration({ ageDays: 1_200 })
const popular = (rank: number) => trust({ popular: { rank, list: 'Popular' } })

detectorTest(detector, {
  detects: {
    'one letter, registered last year': { likenesses: [almost], registration: young },
    'another ending': { likenesses: [likeness({ how: 'tld' })], registration: young },
    'a place near the end of a list, which can be bought': {
      likenesses: [almost],
      registration: young,
      trust: popular(600_000),
    },
    'where redirects end': {
      likenesses: [{ ...almost, host: 'foxwalet.evil' }],
      registrations: [
        { site: site(), registration: old },
        { site: site('https://foxwalet.evil/'), registration: young },
      ],
    },
  },
  clears: {
    'a domain that is older': { likenesses: [almost], registration: old },
    'a site that many visit': { likenesses: [almost], registration: young, trust: popular(40_000) },
    'the site that leads there': {
      likenesses: [{ ...almost, host: 'foxwalet.evil' }],
      registrations: [
        { site: site(), registration: young },
        { site: site('https://foxwalet.evil/'), registration: old },
      ],
    },
    'a name that accuses by itself': { likenesses: [likeness({ how: 'confusable' })], registration: young },
    'a common word': { likenesses: [likeness({ how: 'tld', ambiguous: true })], registration: young },
    'a new shop': { registration: young },
  },
  unknowns: {
    'a registry that does not say': { likenesses: [almost], registration: registration({ registeredAt: null }) },
    'a suffix without a registry': { likenesses: [almost], registration: null },
  },
})
