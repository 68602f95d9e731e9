module.exports = loadOutside('pg');
