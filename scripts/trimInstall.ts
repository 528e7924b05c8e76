import { globSync, rmSync } from 'node:fs'

// Runs after `npm ci`: removes what packages ship and nothing here reads, so that an install stays under 500 MB.
const UNREAD = [
  'node_modules/node/node_modules/node-*/include', // C headers of Node: no add-on is compiled here (67 MB)
  'node_modules/viem/_cjs', // CommonJS copy of what is imported as ES modules (15 MB)
  'node_modules/pdfkit/js/{data,standard-fonts}', // fonts that readers would have to bring: reports embed their own
  'node_modules/pdfkit/js/{pdfkit.browser,pdfkit.standalone,pdfkit.old}*', // pdfkit for browsers (4 MB)
  'node_modules/dejavu-fonts-ttf/ttf/!(DejaVuSansCondensed|DejaVuSansCondensed-Bold|DejaVuSansMono).ttf', // (8 MB)
  'node_modules/dejavu-fonts-ttf/{status,unicover,langcover}.txt', // tables of what the fonts have (2 MB)
  'node_modules/ethers-6/{dist,lib.commonjs}', // bundles and CommonJS copy of what the client is tested with (12 MB)
  'node_modules/**/*.map', // source maps of dependencies
]

for (const pattern of UNREAD) for (const path of globSync(pattern)) rmSync(path, { recursive: true, force: true })
