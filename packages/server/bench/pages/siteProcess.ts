import { once } from 'node:events'
import { serveHosts } from '../../src/sandbox/serveHosts.ts'
import { casesOf } from './casesOf.ts'
import { withCalls } from './pageWorld.ts'
import type { PagesToServe, ServedApart } from './serveApart.ts'

// The process of the sites, which `serveApart` starts and ends.

const [{ world, set, ids }] = (await once(process, 'message')) as [PagesToServe]
const wanted = new Set(ids)
const cases = casesOf(withCalls(world), set).filter(({ id }) => wanted.has(id))
const { connectTo, authority, registry } = await serveHosts(cases.map(({ site }) => site))
process.once('disconnect', () => process.exit(0))
process.send?.({ connectTo, authority, registry } satisfies ServedApart)
