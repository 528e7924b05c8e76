import { detectorTest } from '../../testing/detectorTest.ts'
import { marks, page, unreached, visit } from '../../testing/sampleUrl.ts'
import detector from './incomplete-page-content.ts'

const links = { total: 0, offSite: 0, dead: 0, javascript: 0, data: 0, downloads: [] }
const shell = { text: '', forms: [], links }

detectorTest(detector, {
  detects: { 'a script that was too large': { page: page({ unread: ['https://cdn.example/app.js: too large'] }) } },
  clears: {
    'a page that was read': {},
    'a small page with a form': { page: page({ text: 'Sign in' }) },
    'a page that its scripts made, read in a browser': { page: page({ ...shell, rendered: true }) },
    'a download': { page: null, visit: visit({ contentType: 'application/pdf' }) },
  },
  unknowns: {
    'a robot check': { visit: visit({ status: 403 }) },
    'a page of more than it takes': { visit: visit({ truncated: true }) },
    'a site that does not answer': unreached(),
    'a page that is not there': { visit: visit({ status: 404 }) },
    'a robot check that says OK': { visit: visit({ challenge: 'Imperva' }) },
    'a page that its scripts make': { page: page(shell) },
    'a page whose code asks a wallet': { page: page({ walletCalls: marks('send') }) },
    'redirects without end': { visit: visit({ endless: true, status: 302 }) },
  },
})
