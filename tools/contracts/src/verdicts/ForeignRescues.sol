// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

interface Coins {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

abstract contract RescuedPot {
    Coins public immutable coin;
    address public owner;
    mapping(address => uint256) public deposits;

    constructor(Coins c, address o) {
        coin = c;
        owner = o;
    }

    function deposit(uint256 amount) external {
        deposits[msg.sender] += amount;
        require(coin.transferFrom(msg.sender, address(this), amount));
    }

    function withdraw(uint256 amount) external {
        deposits[msg.sender] -= amount;
        require(coin.transfer(msg.sender, amount));
    }

    function rescue(Coins token) external {
        require(msg.sender == owner, "owner");
        require(mayLeave(address(token)), "deposits");
        uint256 held = token.balanceOf(address(this));
        require(held > 0, "none");
        token.transfer(owner, held);
    }

    function mayLeave(address token) internal view virtual returns (bool);
}

/// @dev Sends back what came by mistake, and no deposit.
contract SparingRescue is RescuedPot {
    constructor(Coins c, address o) RescuedPot(c, o) {}

    function mayLeave(address token) internal view override returns (bool) {
        return token != address(coin);
    }
}

/// @dev Takes the deposits with the same call.
contract SweepingRescue is RescuedPot {
    constructor(Coins c, address o) RescuedPot(c, o) {}

    function mayLeave(address token) internal pure override returns (bool) {
        return token != address(0);
    }
}
