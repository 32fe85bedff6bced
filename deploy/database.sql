-- The role and the database of Muster, for an administrator of PostgreSQL. The role is no superuser, because row-level
-- security, which separates accounts, does not apply to superusers. Change the password.
CREATE ROLE muster LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD 'change me';
CREATE DATABASE muster OWNER muster ENCODING 'UTF8' TEMPLATE template0;
