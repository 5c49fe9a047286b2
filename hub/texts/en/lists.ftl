# Headings of columns in lists that people paste or upload, best first. Capitals, signs and spaces make no difference.

list-heading-name = name, full name, player name, display name, participant name, your name, player, players, participant, participants, entrant, entrants, competitor, competitors, attendee, attendees, guest, guests, member, members, person, short gamertag, gamertag, nickname, username, user
list-heading-first = first name, first names, given name, given names, forename
list-heading-surname = last name, surname, family name, last names
list-heading-club = club, club city, team, team name, school, group, association, organisation, organization, company, city, town
list-heading-place = rank, place, rk, pos, position, placement, standing
list-heading-points = points, pts, score, game points
list-heading-other = n, no, nr, num, number, sno, start no, start number, starting rank, seed, id, title, rating, rtg, rtgi, rtgn, elo, fed, federation, country, fide id, national id, date of birth, year of birth, birth, birthday, born, age, sex, gender, type, category, class, email, mail, email address, phone, phone number, mobile, timestamp, date, time, checked in, check in, comment, comments, notes, admin notes, wins, counted, share, opponents, games, tb1, tb2, tb3, round, board, table, paid, status
list-standings = rank, name, club, points, wins, counted, share, opponents, games
