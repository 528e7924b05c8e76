import { detectorTest } from '../../detectorTest.ts'
import { page, standing, unreached } from '../../sampleUrl.ts'
import detector from './false-browser-update.ts'

const offers = (...downloads: string[]) => ({
  links: { total: 12, offSite: 1, dead: 0, javascript: 0, data: 0, downloads },
})
const PROGRAM = 'https://teashop.example/update.hta'
const CLAIM = { title: 'Update required', text: 'Your Chrome browser is out of date. Install the update to go on.' }

detectorTest(detector, {
  detects: {
    'a program for a browser that is called old': { page: page({ ...CLAIM, ...offers(PROGRAM) }) },
    'a program in the name of the browser': { page: page({ title: 'Update Firefox', ...offers(PROGRAM) }) },
  },
  clears: {
    'a page that does not work in old browsers and sends to the makers': {
      page: page({ ...CLAIM, ...offers('https://download.mozilla.org/firefox.exe') }),
    },
    'the same without any program': { page: page(CLAIM) },
    'a program for another purpose': { page: page({ title: 'Tea timer for Windows', ...offers(PROGRAM) }) },
    'a maker of browsers': {
      page: page({ ...CLAIM, ...offers(PROGRAM) }),
      standing: standing({ official: 'Foxbrowser' }),
    },
  },
  unknowns: { 'a site that does not answer': unreached() },
})
