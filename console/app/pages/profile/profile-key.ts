/** The cache key of the profile. */
export const profileKey = ['profile'];
