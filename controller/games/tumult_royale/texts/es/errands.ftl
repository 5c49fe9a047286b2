# Encargos: lo que las personas hacen por un bot.

errand-set-aside = Aparta para { $castle } tres fichas del pueblo sin verlas: cada una por su puerta.
errand-start = ¿Todo listo? { $castle } da la vuelta al reloj.
errand-rob = Roba para { $castle }: fichas del pueblo, sin verlas, una a una por su puerta.
errand-pay = { $castle } paga { $tiles }: por su puerta, al pueblo.
errand-take-back = { $castle } no paga { $tiles }: otra vez por la puerta, de vuelta a su castillo.
errand-build-on = { $castle } construye en { $field } ({ $kind }). Estatuas: { $statues }.
errand-build-touching = { $castle } construye: { $kind } junto a lo suyo. Estatuas: { $statues }.
errand-build-anywhere = { $castle } construye: { $kind } en cualquier lugar. Estatuas: { $statues }.
errand-first = Pon la primera estatua de { $castle } en un pasto.
errand-first-on = Pon la primera estatua de { $castle } en { $field }.
errand-reveal = Descubre regiones para { $castle }.
