import { detectorTest } from '../../testing/detectorTest.ts'
import { form, marks, page, unreached } from '../../testing/sampleUrl.ts'
import detector from './anti-debugging-script.ts'

const offers = (...downloads: string[]) => ({ total: 3, offSite: 0, dead: 0, javascript: 0, data: 0, downloads })

detectorTest(detector, {
  detects: {
    'a debugger trap over a login': {
      page: page({ obfuscation: marks('debugger-loop'), forms: [form(['password'])] }),
    },
    'a number to call and a program to install, where no key works': {
      page: page({
        text: 'Your wallet was accessed. Do not close this page. Call +1 (805) 555-0142 now.',
        obfuscation: marks('swallows-keys'),
        links: offers('https://teashop.example/SecureHelper.exe'),
      }),
      severity: 'high',
    },
    'the same in another country': {
      page: page({
        text: 'आपका वॉलेट बंद है। अभी कॉल करें: 0800 100 42 17',
        obfuscation: marks('swallows-keys'),
        links: offers('https://teashop.example/sahayata.apk'),
      }),
      severity: 'high',
    },
    'a game that knows the developer tools, with a help line': {
      page: page({
        text: 'Call us: +41 44 555 01 42',
        obfuscation: marks('anti-devtools'),
        links: offers('https://teashop.example/game.exe'),
      }),
      severity: 'low',
    },
    'a kiosk with numbers of books and orders': {
      page: page({
        text: 'ISBN 0-306-40615-2. Order 0412 5550 142. GTIN 04006381333931.',
        obfuscation: marks('swallows-keys'),
        links: offers('https://teashop.example/kiosk.exe'),
      }),
      severity: 'low',
    },
    'a game with a program and no number': {
      page: page({ obfuscation: marks('anti-devtools'), links: offers('https://teashop.example/game.exe') }),
      severity: 'low',
    },
    'a film site': { page: page({ obfuscation: marks('anti-devtools') }), severity: 'low' },
  },
  clears: {
    'ordinary code': {},
    'a help desk with a number and a program': {
      page: page({ text: 'Call us: +41 44 555 01 42', links: offers('https://teashop.example/PracticeHelper.exe') }),
    },
    'packed code, which is another finding': { page: page({ obfuscation: marks('packed') }) },
  },
  unknowns: {
    'a script that was not read': { page: page({ unread: ['app.js: too large'] }) },
    'a site that does not answer': unreached(),
  },
})
