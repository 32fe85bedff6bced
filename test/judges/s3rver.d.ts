/** What the tests use of a package that comes without types. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net';

  interface S3Server {
    /** What every request passes, in this order. */
    readonly middleware: ((
      context: { readonly method: string; readonly url: string },
      next: () => Promise<void>,
    ) => Promise<void>)[];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }

  const S3rver: new (options: {
    readonly address: string;
    readonly port: number;
    readonly silent: boolean;
    readonly directory: string;
    readonly configureBuckets: readonly { readonly name: string }[];
  }) => S3Server;
  export = S3rver;
}
