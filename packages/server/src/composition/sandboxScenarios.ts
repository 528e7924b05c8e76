import type { SandboxScenario } from '../http/ports.ts'

/** Returns the transactions of the demo. Where everything lies in the sandbox is known before it is built. */
export async function sandboxScenarios(): Promise<SandboxScenario[]> {
  const [{ demoScenarios }, { sandboxWorld }] = await Promise.all([
    import('../sandbox/scenarios.ts'),
    import('../sandbox/world.ts'),
  ])
  return demoScenarios(sandboxWorld('ethereum')).map(({ id, title, shows, body }) => ({
    id,
    title,
    shows,
    request: body,
  }))
}
