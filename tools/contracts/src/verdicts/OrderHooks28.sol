// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20} from "./base/Common.sol";

interface IFiller {
    function onFill(address token, uint256 amount, bytes calldata note) external;
}

/// Sells for the signer of a ticket, whom the ticket does not name. The filler is called before it pays.
abstract contract TicketSales {
    mapping(bytes32 => bool) public used;

    function fill(
        address token,
        uint256 amount,
        address filler,
        bytes calldata note,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        bytes32 ticket = keccak256(abi.encode(address(this), token, amount));
        address seller = ecrecover(ticket, v, r, s);
        require(seller != address(0) && !used[ticket], "ticket");
        used[ticket] = true;
        require(IERC20(token).transferFrom(seller, filler, amount), "pull");
        call(token, amount, filler, note);
    }

    function call(address token, uint256 amount, address filler, bytes calldata note) internal virtual;
}

contract OpenTickets is TicketSales {
    function call(address, uint256, address filler, bytes calldata note) internal override {
        (bool ok, ) = filler.call(note);
        require(ok, "filler");
    }
}

contract FixedTickets is TicketSales {
    function call(address token, uint256 amount, address filler, bytes calldata note) internal override {
        IFiller(filler).onFill(token, amount, note);
    }
}
