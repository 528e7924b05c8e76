import type { DrawnWindow } from '../../facts/browsing.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing, named, page } from '../../testing/sampleUrl.ts'
import detector from './drawn-browser-window.ts'

const drawn = (more: Partial<DrawnWindow> = {}): DrawnWindow => ({
  address: 'https://accounts.meridian-id.com/signin',
  host: 'accounts.meridian-id.com',
  title: 'Sign in',
  buttons: true,
  floats: true,
  fields: ['email', 'password'],
  frame: null,
  box: { x: 300, y: 120, width: 480, height: 520 },
  ...more,
})
const shows = (...windows: DrawnWindow[]) => ({ browsing: browsing({ windows }) })
const phrase = { kind: 'phrase', host: 'teashop.example', channel: 'fetch' } as const

detectorTest(detector, {
  detects: {
    'a password under the address of another site': shows(drawn()),
    'a password under the address of an extension': shows(
      drawn({ address: `chrome-extension://${'abcdefgh'.repeat(4)}/popup.html`, host: 'abcdefgh'.repeat(4) }),
    ),
    'words that leave under the title bar of a wallet': {
      browsing: browsing({
        windows: [drawn({ address: null, host: null, title: 'MetaMask Notification', fields: ['text'] })],
        typed: [phrase],
      }),
      page: page({ brands: [named('MetaMask', 'text')] }),
    },
    'a frame of another host than the drawn one': shows(drawn({ fields: [], frame: 'desk.example' })),
    'a picture of a window in the text of a page, mildly': {
      ...shows(drawn({ floats: false, buttons: false })),
      severity: 'low',
    },
    'a window that takes nothing, without an accusation': { ...shows(drawn({ fields: ['text'] })), severity: 'info' },
  },
  clears: {
    'a preview of one’s own machine': shows(drawn({ address: 'localhost.test/login', host: 'localhost.test' })),
    'a window of the site itself': shows(drawn({ address: 'id.teashop.example', host: 'id.teashop.example' })),
    'a program of a desktop that is drawn': shows(drawn({ address: null, host: null, title: 'Log on' })),
    nothing: {},
  },
})
