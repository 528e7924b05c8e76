import { detectorTest } from '../../testing/detectorTest.ts'
import { hop, registration, site, visit } from '../../testing/sampleUrl.ts'
import detector from './new-domain.ts'

const leads = {
  visit: visit({ hops: [hop(site().href, 'https://evil.example/')], final: site('https://evil.example/') }),
}

detectorTest(detector, {
  detects: {
    'a domain of this morning': { registration: registration({ ageDays: 0.2 }), severity: 'high' },
    'a day old': { registration: registration({ ageDays: 1.5 }), severity: 'high' },
    'three weeks old': { registration: registration({ ageDays: 21 }), severity: 'medium' },
    'two months old': { registration: registration({ ageDays: 60 }) },
    'where a shortener leads': {
      ...leads,
      finalRegistration: registration({ domain: 'evil.example', ageDays: 2 }),
      severity: 'high',
    },
    'a new shortener to an old site': {
      ...leads,
      registration: registration({ ageDays: 21 }),
      finalRegistration: registration({ domain: 'evil.example' }),
      severity: 'medium',
    },
    'a registration that lies ahead of a slow clock': {
      registration: registration({ ageDays: -0.1 }),
      severity: 'high',
    },
  },
  clears: {
    'six years old': {},
    'an old link to an old site': { ...leads, finalRegistration: registration({ domain: 'evil.example' }) },
    'three months old': { registration: registration({ ageDays: 90 }) },
    'a page on a hosting platform, whose age says nothing of it': { registration: null },
  },
  unknowns: { 'a registry that names no date': { registration: registration({ registeredAt: null }) } },
})
