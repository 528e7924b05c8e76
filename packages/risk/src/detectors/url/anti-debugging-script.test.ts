import { detectorTest } from '../../testing/detectorTest.ts'
import { form, marks, page, unreached } from '../../testing/sampleUrl.ts'
import detector from './anti-debugging-script.ts'

detectorTest(detector, {
  detects: {
    'a debugger trap over a login': {
      page: page({ obfuscation: marks('debugger-loop'), forms: [form(['password'])] }),
    },
    'a film site': { page: page({ obfuscation: marks('anti-devtools') }), severity: 'low' },
  },
  clears: {
    'ordinary code': {},
    'packed code, which is another finding': { page: page({ obfuscation: marks('packed') }) },
  },
  unknowns: {
    'a script that was not read': { page: page({ unread: ['app.js: too large'] }) },
    'a site that does not answer': unreached(),
  },
})
