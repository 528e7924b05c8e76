/**
 * Turns a listen error into one that an operator can act on: the variable and the remedy. The cause keeps Node's error; an
 * unknown error is returned as it is.
 * @param prefix of the variables' names.
 */
export function listenProblem(
  error: unknown,
  { host, port }: { host: string; port: number },
  prefix: '' | 'METRICS_' = '',
): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const problem = PROBLEMS[code]?.(host, port)
  return problem === undefined ? error : new Error(problem.replaceAll(/\b(?=(PORT|HOST)\b)/g, prefix), { cause: error })
}

const foreign = (host: string) =>
  `HOST ${host} is no address of this machine: set HOST=127.0.0.1 for this machine only, or HOST=0.0.0.0 for every network.`

const PROBLEMS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_, port) =>
    `PORT ${port} is in use: set PORT=${port + 1 > 65535 ? 8080 : port + 1}, say, or PORT=0 for any free one.`,
  EACCES: (_, port) => `PORT ${port} needs privileges: set PORT to 1024 or above, or PORT=0 for any free one.`,
  ENOTFOUND: foreign,
  EAI_AGAIN: foreign,
  EADDRNOTAVAIL: foreign,
}
