import { detectorTest } from '../../testing/detectorTest.ts'
import { page, trust, unreached } from '../../testing/sampleUrl.ts'
import detector from './fake-browser-update.ts'

const offers = (...downloads: string[]) => ({
  links: { total: 12, offSite: 1, dead: 0, javascript: 0, data: 0, downloads },
})
const PROGRAM = 'https://teashop.example/update.hta'
const CLAIM = { title: 'Update required', text: 'Your Chrome browser is out of date. Install the update to go on.' }
/** Parts of honest pages for visitors with an old browser, often out of sight. */
const OLD = { text: 'You are using an outdated browser. Please upgrade your browser to improve your experience.' }

const STEPS = 'Unzip the file, open chrome://extensions, turn on developer mode and press Load unpacked.'

detectorTest(detector, {
  detects: {
    'an extension that is called old and loaded past the store': {
      page: page({
        title: 'Security notice',
        text: `Your wallet is out of date and cannot send from 1 December. ${STEPS}`,
        ...offers('https://teashop.example/wallet-12.0.1.zip'),
      }),
    },
    'one from the store that is called old, before a date': {
      page: page({
        text: `Your extension from the store is outdated. Assets are at risk from 1 December. ${STEPS}`,
        ...offers('https://teashop.example/wallet.zip'),
      }),
      severity: 'high',
    },
    'an update that is mandatory, in Chinese': {
      page: page({
        text: '钱包扩展必须更新，否则 12 月 1 日起无法转账。打开 chrome://extensions 并加载。',
        ...offers('https://teashop.example/wallet.zip'),
      }),
      severity: 'high',
    },
    'one that is called old, without pressure': {
      page: page({
        text: `Your wallet extension is out of date. ${STEPS}`,
        ...offers('https://teashop.example/wallet.zip'),
      }),
      severity: 'medium',
    },
    'the same in another language and browser': {
      severity: 'medium',
      page: page({
        text: 'Расширение кошелька устарело. Откройте edge://extensions и перетащите файл.',
        ...offers('https://teashop.example/w.crx'),
      }),
    },
    'an archive in the name of the update': {
      page: page({ ...OLD, ...offers('https://teashop.example/dl/Browser_Update.zip') }),
    },
    'an installer in the name of the browser': {
      page: page({ ...OLD, ...offers('https://teashop.example/OperaSetup.exe') }),
    },
    'a program of any name that is handed out as the update': {
      page: page({ ...CLAIM, ...offers('https://teashop.example/x7.msi') }),
    },
    'a browser by its maker': {
      page: page({ title: 'Microsoft Edge is out of date', ...offers(PROGRAM) }),
    },
    'a program for a browser that is called old': { page: page({ ...CLAIM, ...offers(PROGRAM) }) },
    'a program in the name of the browser': { page: page({ title: 'Update Firefox', ...offers(PROGRAM) }) },
  },
  clears: {
    'an extension for those who want to try it': {
      page: page({
        title: 'Developer build of our wallet extension',
        text: `${STEPS} The unpacked build does not update itself; remove the old version first.`,
        ...offers('https://teashop.example/wallet-dev.zip'),
      }),
    },
    'a developer build, in Chinese': {
      page: page({
        text: '安装扩展必须先开启开发者模式。打开 chrome://extensions，加载解压后的文件夹。',
        ...offers('https://teashop.example/wallet-dev.zip'),
      }),
    },
    'a build that the store is behind': {
      page: page({
        text: 'The extension in the Chrome Web Store is outdated because reviews take weeks. Download the zip and press Load unpacked.',
        ...offers('https://teashop.example/notes.zip'),
      }),
    },
    'a word about a generation of extensions': {
      page: page({
        text: 'Extensions of Manifest V2 are obsolete. Download the zip and press Load unpacked.',
        ...offers('https://teashop.example/notes.zip'),
      }),
    },
    'an extension in its store': {
      page: page({ text: 'Your wallet is out of date. Open chrome://extensions and press Update.' }),
    },
    'a house for operas with pictures for the press': {
      page: page({
        title: 'Friends of the Old Opera House',
        text: 'Download the press kit.',
        ...offers('https://teashop.example/presskit-2026.zip'),
      }),
    },
    'a maker’s own program beside a word to old browsers': {
      page: page({ ...OLD, title: 'TeaTimer', ...offers('https://teashop.example/TeaTimer-2.1.dmg') }),
    },
    'pictures beside a word to old browsers': {
      page: page({ title: 'Unsupported browser notice', ...offers('https://teashop.example/photos.zip') }),
    },
    'an archive that is no update, whatever is told': {
      page: page({ ...CLAIM, ...offers('https://teashop.example/photos.zip') }),
    },
    'a page that does not work in old browsers and sends to the makers': {
      page: page({ ...CLAIM, ...offers('https://download.mozilla.org/firefox.exe') }),
    },
    'the same without any program': { page: page(CLAIM) },
    'a program for another purpose': { page: page({ title: 'Tea timer for Windows', ...offers(PROGRAM) }) },
    'a maker of browsers': {
      page: page({ ...CLAIM, ...offers(PROGRAM) }),
      trust: trust({ official: 'Foxbrowser' }),
    },
  },
  unknowns: { 'a site that does not answer': unreached() },
})
