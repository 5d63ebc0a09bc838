CREATE TABLE store (generation text NOT NULL);
INSERT INTO store VALUES ('first');
CREATE SEQUENCE unused START 7;
