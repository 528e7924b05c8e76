/** Live keys ask the real networks, test keys the sandbox. Neither sees what the other keeps. */
export type Environment = 'live' | 'test'
