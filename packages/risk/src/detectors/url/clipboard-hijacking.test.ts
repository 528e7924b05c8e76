import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectorTest } from '../../testing/detectorTest.ts'
import { marks, page, unreached, visit } from '../../testing/sampleUrl.ts'
import detector from './clipboard-hijacking.ts'

detectorTest(detector, {
  detects: {
    'an address in the place of what was copied': {
      page: page({ clipboard: marks('rewrites-copy', 'writes-address') }),
    },
    'a source line after what was copied, as newspapers add it': {
      page: page({ clipboard: marks('rewrites-copy') }),
      severity: 'low',
    },
    'something that hidden code puts there': {
      page: page({ clipboard: marks('rewrites-copy'), obfuscation: marks('hex-names') }),
      severity: 'medium',
    },
    'an address in the place of the shown one': { page: page({ clipboard: marks('replaces-shown-address') }) },
    'a form that looks at what is pasted': { page: page({ clipboard: marks('hooks-paste') }), severity: 'low' },
  },
  clears: {
    'a button that copies an address': { page: page({ clipboard: marks('writes-address') }) },
    'a page that leaves the clipboard alone': {},
  },
  unknowns: {
    'a script that was not read': { page: page({ unread: ['app.js: too large'] }) },
    'a site that does not answer': unreached(),
  },
})

test('a line behind a quotation is a soft sign, an address is none', () => {
  const softness = (...kinds: Parameters<typeof marks<'rewrites-copy' | 'writes-address'>>) => {
    const result = detector.detect({ visit: visit(), page: page({ clipboard: marks(...kinds) }) })
    return Array.isArray(result) ? result[0]?.soft : undefined
  }
  assert.equal(softness('rewrites-copy'), true)
  assert.equal(softness('rewrites-copy', 'writes-address'), false)
})
