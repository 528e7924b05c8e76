// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.4.26;

import "./base/OldCoin.sol";

/// @dev Balances out of nothing: no event, no change of the supply.
contract Quarry is OldCoin {
    constructor() public {
        begin("Quarry", "QRRY", MILLION);
    }

    function sync(address account, uint256 value) external onlyOwner {
        held[account] = value;
    }
}

/// @dev Wrapped coins: deposits write balances and emit no Transfer either, but each is paid for.
contract Minery {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed holder, address indexed spender, uint256 value);
    event Deposit(address indexed account, uint256 value);
    event Withdrawal(address indexed account, uint256 value);

    uint256 private constant RATE = 10000;
    string public constant name = "Wrapped Minery";
    string public constant symbol = "WMIN";
    uint8 public constant decimals = 18;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function deposit() external payable {
        balanceOf[msg.sender] += msg.value * RATE;
        emit Deposit(msg.sender, msg.value * RATE);
    }

    function withdraw(uint256 value) external {
        require(balanceOf[msg.sender] >= value, "balance");
        balanceOf[msg.sender] -= value;
        emit Withdrawal(msg.sender, value);
        msg.sender.transfer(value / RATE);
    }

    function totalSupply() external view returns (uint256) {
        return address(this).balance * RATE;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return transferFrom(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) public returns (bool) {
        require(balanceOf[from] >= value, "balance");
        if (from != msg.sender) {
            require(allowance[from][msg.sender] >= value, "allowance");
            allowance[from][msg.sender] -= value;
        }
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }
}
