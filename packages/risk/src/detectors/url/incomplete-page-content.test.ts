import { detectorTest } from '../../detectorTest.ts'
import { page, unreached, visit } from '../../sampleUrl.ts'
import detector from './incomplete-page-content.ts'

detectorTest(detector, {
  detects: { 'a script that was too large': { page: page({ unread: ['https://cdn.example/app.js: too large'] }) } },
  clears: {
    'a page that was read': {},
    'a download': { page: null, visit: visit({ contentType: 'application/pdf' }) },
  },
  unknowns: {
    'a robot check': { visit: visit({ status: 403 }) },
    'a page of more than it takes': { visit: visit({ truncated: true }) },
    'a site that does not answer': unreached(),
    'a page that is not there': { visit: visit({ status: 404 }) },
    'a robot check that says OK': { visit: visit({ challenge: 'Imperva' }) },
    'redirects without end': { visit: visit({ endless: true, status: 302 }) },
  },
})
