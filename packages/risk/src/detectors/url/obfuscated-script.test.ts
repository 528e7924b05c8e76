import { detectorTest } from '../../testing/detectorTest.ts'
import { marks, page, unreached } from '../../testing/sampleUrl.ts'
import detector from './obfuscated-script.ts'

detectorTest(detector, {
  detects: {
    'a packer': { page: page({ obfuscation: marks('packed') }) },
    'everything at once': {
      page: page({ obfuscation: marks('hex-names', 'encoded-strings', 'eval-of-decoded') }),
      severity: 'medium',
    },
  },
  clears: {
    'minified code': {},
    'a debugger trap, which is another finding': { page: page({ obfuscation: marks('debugger-loop') }) },
  },
  unknowns: {
    'a script that was not read': { page: page({ unread: ['app.js: too large'] }) },
    'a site that does not answer': unreached(),
  },
})
