// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20} from "./base/Common.sol";

/// Keeps what is paid, and writes a ticket for coins that are paid out later, to who has the ticket then.
contract TicketSale {
    struct Ticket {
        address holder;
        uint64 since;
        uint128 coins;
    }

    IERC20 public immutable dollar;
    IERC20 public immutable coin;
    address public immutable clerk;
    bool private immutable byHolder;
    Ticket[] public tickets;
    event Sold(uint256 indexed id, address indexed holder, uint256 coins);

    constructor(IERC20 paid, IERC20 sold, bool holderMoves) {
        dollar = paid;
        coin = sold;
        byHolder = holderMoves;
        clerk = msg.sender;
    }

    function buy(uint256 dollars) external returns (uint256 id) {
        dollar.transferFrom(msg.sender, address(this), dollars);
        id = tickets.length;
        tickets.push(Ticket(msg.sender, uint64(block.timestamp), uint128(dollars * 1e12)));
        emit Sold(id, msg.sender, dollars * 1e12);
    }

    function move(uint256 id, address to) external {
        require(msg.sender == (byHolder ? tickets[id].holder : clerk), "not yours");
        tickets[id].holder = to;
    }

    function payOut(uint256 id) external {
        Ticket memory one = tickets[id];
        require(one.holder == msg.sender && block.timestamp >= one.since + 20 days, "early");
        delete tickets[id];
        coin.transfer(msg.sender, one.coins);
    }

    function earned(uint256 dollars) external {
        require(msg.sender == clerk, "clerk");
        dollar.transfer(clerk, dollars);
    }
}
