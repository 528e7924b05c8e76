import { createMonitorService } from '../../composition/monitorService.ts'
import type { MonitorPort } from '../../domain/ports/monitors.ts'
import { openStore } from '../../store/openStore.ts'

/** The real monitors over a database in memory, which is opened when it is first asked. Nothing is watched. */
export function testMonitors(): MonitorPort {
  let opened: Promise<MonitorPort> | undefined
  const open = async () => {
    const store = await openStore('sqlite::memory:', null)
    await store.migrate()
    return createMonitorService(store, async () => null, { require: () => {} })
  }
  const port = () => {
    opened ??= open()
    return opened
  }
  return {
    create: async (...given) => (await port()).create(...given),
    list: async (...given) => (await port()).list(...given),
    get: async (...given) => (await port()).get(...given),
    replace: async (...given) => (await port()).replace(...given),
    delete: async (...given) => (await port()).delete(...given),
  }
}
