/** What an account is for. The service makes sandboxes itself. */
export const environments = ['production', 'test', 'demo', 'sandbox'] as const;

export type Environment = (typeof environments)[number];
