// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.5.17;

contract CoinsOf5 {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @dev As SparingRescue, with a receiver and a sum.
contract SparingRescue5 {
    address public coin;
    address public keeper;
    mapping(address => uint256) public deposits;

    constructor(address c, address k) public {
        coin = c;
        keeper = k;
    }

    function deposit(uint256 amount) external {
        deposits[msg.sender] += amount;
        require(CoinsOf5(coin).transferFrom(msg.sender, address(this), amount));
    }

    function withdraw(uint256 amount) external {
        require(deposits[msg.sender] >= amount);
        deposits[msg.sender] -= amount;
        require(CoinsOf5(coin).transfer(msg.sender, amount));
    }

    function recover(address token, address to, uint256 amount) external {
        require(msg.sender == keeper && token != coin);
        require(CoinsOf5(token).balanceOf(address(this)) >= amount && amount > 0);
        require(CoinsOf5(token).transfer(to, amount));
    }
}
