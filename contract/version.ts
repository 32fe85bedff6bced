/** The only version of the API: a release date, sent and answered in the `Api-Version` header. */
export const apiVersion = '2024-11-01';
