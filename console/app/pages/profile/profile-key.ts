/** Under which the profile is cached: those who change it write or forget it there. */
export const profileKey = ['profile'];
